#pragma once

#include <vector>

#include "tests/calibration/model/rate.h"

namespace inferproof {

// The rates of docs/error-rates.md, by chapter.
std::vector<Cell> InterleavedCells();  // whole suites beside a base
std::vector<Cell> StoredCells();       // whole suites against stored sessions
std::vector<Cell> CoverageCells();     // the printed interval
std::vector<Cell> PlanningCells();     // runs needed, and "fails reliably from"
std::vector<Cell> HistoryCells();      // noise fitted to public series

}  // namespace inferproof
