#pragma once

#include <string>
#include <vector>

#include "harness/report/findings.h"

namespace inferproof {

// One list of findings in the words of each CI system. Answers are whole lines; each is one command or plain text that
// no CI system takes for a command. No renderer prints a secret, not even to have it masked: see cli/ci_output.h.

// Workflow commands of GitHub Actions. The runner keeps ten of a level per step, silently, and 4096 characters of a
// message: the first finding, nine more of each level, and shorter messages.
std::string RenderGithubAnnotations(const std::vector<Finding>& findings);

// Logging commands of Azure Pipelines; it too keeps ten of a level. Paths are absolute, below `root`: the agent makes
// them relative itself. What is no error and no warning is a plain line. Ends with task.complete when the first finding
// is no notice.
std::string RenderAzureCommands(const std::vector<Finding>& findings, const std::string& root);

// Service messages of TeamCity: an inspection for each finding with a place, a message for the others, and a build
// problem when the first finding is an error.
std::string RenderTeamcityMessages(const std::vector<Finding>& findings);

// "file:line: error: title: message", the form of compilers, for people, editors and log parsers.
std::string RenderPlainAnnotations(const std::vector<Finding>& findings);

// GitLab's Code Quality report (gl-code-quality.json) and Jenkins' native issues of warnings-ng
// (jenkins-warnings.json). Both want a place: a finding without one is put at line 1 of `fallback_file`. A verdict that
// is a mere notice is left out.
Json GitlabCodeQuality(const std::vector<Finding>& findings, const std::string& fallback_file);
Json JenkinsWarnings(const std::vector<Finding>& findings, const std::string& fallback_file);

// Step outputs for GITHUB_OUTPUT, in the form with a delimiter, which no value can end.
std::string RenderGithubOutputs(const std::vector<std::pair<std::string, std::string>>& outputs);
// The same for Azure: output variables of the step.
std::string RenderAzureVariables(const std::vector<std::pair<std::string, std::string>>& variables);
// Adds a Markdown file to the run's page.
std::string RenderAzureSummary(const std::string& absolute_path);

}  // namespace inferproof
