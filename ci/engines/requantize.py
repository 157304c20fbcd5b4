"""Write a copy of a GGUF file with its quantised matrices in another type.

With --heavier N every Nth matrix is written as Q8_0 instead: the same model with a known share of extra work.
"""

import argparse

import gguf
from gguf import quants

KINDS = ["Q4_0", "Q5_0", "Q8_0", "F16"]


def parse_args():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source")
    parser.add_argument("target")
    parser.add_argument("type", choices=KINDS)
    parser.add_argument("--heavier", type=int, default=0, metavar="N", help="every Nth matrix as Q8_0")
    return parser.parse_args()


def copy_fields(reader, writer, file_type):
    for field in reader.fields.values():
        if field.name.startswith("GGUF.") or field.name == "general.architecture":
            continue
        value = file_type if field.name == "general.file_type" else field.contents()
        element = field.types[-1] if field.types[0] == gguf.GGUFValueType.ARRAY else None
        writer.add_key_value(field.name, value, field.types[0], sub_type=element)


def copy_tensors(reader, writer, kind, heavier):
    count = 0
    for tensor in reader.tensors:
        data, own = tensor.data, tensor.tensor_type
        if own == gguf.GGMLQuantizationType.Q4_1:
            count += 1
            heavy = heavier > 0 and count % heavier == 0
            own = gguf.GGMLQuantizationType.Q8_0 if heavy else kind
            data = quants.quantize(quants.dequantize(data, tensor.tensor_type), own)
        writer.add_tensor(tensor.name, data, raw_dtype=own)


def main():
    args = parse_args()
    reader = gguf.GGUFReader(args.source)
    writer = gguf.GGUFWriter(args.target, "llama")
    copy_fields(reader, writer, int(gguf.LlamaFileType[f"MOSTLY_{args.type}"]))
    copy_tensors(reader, writer, gguf.GGMLQuantizationType[args.type], args.heavier)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    main()
