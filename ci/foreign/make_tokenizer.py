# A tokenizer of single characters, so that no tool has to fetch one.
import sys
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast
tok = Tokenizer(models.BPE(vocab={chr(i): i - 32 for i in range(32, 127)} | {"[UNK]": 95}, merges=[], unk_token="[UNK]"))
PreTrainedTokenizerFast(tokenizer_object=tok, unk_token="[UNK]", bos_token="[UNK]", eos_token="[UNK]").save_pretrained(sys.argv[1])
