#pragma once

namespace inferproof {

// A tiny HTTP server, which the test program becomes when it is executed as: PROGRAM --serve PORT MODE [FILE]
//   ready         answers 200 to everything; ends with exit code 3 after GET /die
//   with_child    the same, and starts a child whose pid it writes into FILE
//   loading       answers 503 twice, then as ready
//   port_taken    gives its port away to a process outside its group (pid appended to FILE) and ends with exit code 1
//   taken_once    as port_taken when FILE is not there yet, else as ready
int RunTestServer(int argc, char** argv);

}  // namespace inferproof
