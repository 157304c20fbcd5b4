# In the order of their dependencies; ci/layering.txt holds which part may include which.
set(INFERPROOF_PARTS
  base json os suite sse protocol transport transport_curl record workload load target
  metrics stats evidence client quality result baseline gate doctor import compare report refserver session init cli)
