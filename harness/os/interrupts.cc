#include <signal.h>

#include "harness/os/process.h"

namespace inferproof {
namespace {

volatile sig_atomic_t interrupted = 0;

void OnInterrupt(int signal) {
  if (interrupted != 0) {
    struct sigaction action {};
    action.sa_handler = SIG_DFL;
    ::sigaction(signal, &action, nullptr);
    ::raise(signal);  // blocked until this handler returns, then it ends the process
  }
  interrupted = 1;
}

}  // namespace

void CatchInterrupts() {
  struct sigaction action {};
  action.sa_handler = OnInterrupt;  // without SA_RESTART: a sleep or a poll under way returns, and the flag is seen
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  struct sigaction hang_up {};
  ::sigaction(SIGHUP, nullptr, &hang_up);
  // A terminal that closes; whoever started us with nohup wants us to go on.
  if (hang_up.sa_handler != SIG_IGN) ::sigaction(SIGHUP, &action, nullptr);
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;  // a server that closes its socket must not end the harness
  ::sigaction(SIGPIPE, &ignore, nullptr);
}

bool Interrupted() { return interrupted != 0; }

}  // namespace inferproof
