#!/usr/bin/env python3
"""Makes the tiny models that the tests use, and what they must give, computed with numpy alone.

    python3 -m pip install onnx numpy && python3 tests/tiny/make.py

They mean nothing; each is a few kilobytes. Two words have rows of their own kind: `nan` and `zero`.
"""
import json
import pathlib

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

HERE = pathlib.Path(__file__).parent
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "nan", "zero", "red", "blue", "apple", "pear", "tree", "a", "an", "the", "is", "grow", "##s",
         "##ing", "sky", "."]
CLS, SEP = 2, 3
WIDTH = 8

# Sixteenths are exact in a single, so that any order of adding gives the same sums.
random = np.random.default_rng(20)
table = (random.integers(-16, 17, (len(WORDS), WIDTH)) / 16).astype(np.float32)
table[WORDS.index("nan")] = np.nan
turn = (random.integers(-16, 17, (WIDTH, WIDTH)) / 16).astype(np.float32)
kinds = (random.integers(-16, 17, (2, WIDTH)) / 16).astype(np.float32)
# The marks and `zero` weigh nothing where rows are only added.
bare = table.copy()
bare[[CLS, SEP, WORDS.index("zero")]] = 0


def ids(*names):
    return [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "sequence"]) for name in names]


def floats(name, *shape):
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, list(shape))


def constants(**arrays):
    return [numpy_helper.from_array(np.asarray(array), name) for name, array in arrays.items()]


def save(name, nodes, inputs, outputs, initializers, **how):
    graph = helper.make_graph(nodes, "tiny", inputs, outputs, initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8, producer_name="")
    onnx.checker.check_model(model)
    onnx.save(model, HERE / name, **how)


node = helper.make_node
BERT = ("input_ids", "attention_mask", "token_type_ids")

# Each token's vector depends on all tokens, as it does behind attention: padding would show.
hidden = [
    node("Gather", ["table", "input_ids"], ["words"]),
    node("Gather", ["kinds", "token_type_ids"], ["types"]),
    node("Add", ["words", "types"], ["rows"]),
    node("ReduceMean", ["rows"], ["context"], axes=[1], keepdims=1),
    node("Add", ["rows", "context"], ["mixed"]),
    node("MatMul", ["mixed", "turn"], ["turned"]),
    node("Tanh", ["turned"], ["last_hidden_state"]),
]
save("embedder.onnx", hidden, ids(*BERT), [floats("last_hidden_state", "batch", "sequence", WIDTH)],
     constants(table=table, kinds=kinds, turn=turn))

pooled = [
    node("Gather", ["bare", "input_ids"], ["words"]),
    node("ReduceSum", ["words", "axis"], ["sentence_embedding"], keepdims=0),
]
axis = np.array([1], dtype=np.int64)
save("pooled.onnx", [*pooled, node("Identity", ["words"], ["token_embeddings"])], ids("input_ids"),
     [floats("token_embeddings", "batch", "sequence", WIDTH), floats("sentence_embedding", "batch", WIDTH)], constants(bare=bare, axis=axis))

# How much the rows of both texts point the same way.
overlap = [
    node("Gather", ["bare", "input_ids"], ["words"]),
    node("Cast", ["token_type_ids"], ["second_flat"], to=TensorProto.FLOAT),
    node("Unsqueeze", ["second_flat", "last"], ["second"]),
    node("Sub", ["one", "second"], ["first"]),
    node("Mul", ["words", "first"], ["words_first"]),
    node("Mul", ["words", "second"], ["words_second"]),
    node("ReduceSum", ["words_first", "axis"], ["sum_first"], keepdims=0),
    node("ReduceSum", ["words_second", "axis"], ["sum_second"], keepdims=0),
    node("Mul", ["sum_first", "sum_second"], ["products"]),
    node("ReduceSum", ["products", "axis"], ["logits"], keepdims=1),
]
save("reranker.onnx", overlap, ids(*BERT), [floats("logits", "batch", 1)],
     constants(bare=bare, axis=axis, last=np.array([2], dtype=np.int64), one=np.array([1], dtype=np.float32)))

# What the crate refuses.
save("two_logits.onnx", [*overlap[:-1], node("ReduceSum", ["products", "axis"], ["single"], keepdims=1),
                         node("Concat", ["single", "single"], ["logits"], axis=1)],
     ids(*BERT), [floats("logits", "batch", 2)],
     constants(bare=bare, axis=axis, last=np.array([2], dtype=np.int64), one=np.array([1], dtype=np.float32)))
save("pixels.onnx", [node("Identity", ["pixel_values"], ["image"])], [floats("pixel_values", 1, 3, 2, 2)], [floats("image", 1, 3, 2, 2)], [])
save("two_outputs.onnx", [node("Gather", ["bare", "input_ids"], ["left"]), node("Tanh", ["left"], ["right"])], ids("input_ids"),
     [floats("left", "batch", "sequence", WIDTH), floats("right", "batch", "sequence", WIDTH)], constants(bare=bare))
save("numbers.onnx", [node("Identity", ["input_ids"], ["last_hidden_state"])], ids("input_ids"),
     [helper.make_tensor_value_info("last_hidden_state", TensorProto.INT64, ["batch", "sequence"])], [])
save("flat.onnx", [node("Cast", ["input_ids"], ["wide"], to=TensorProto.FLOAT), node("Reshape", ["wide", "shape"], ["last_hidden_state"])],
     ids("input_ids"), [floats("last_hidden_state", "sequence")], constants(shape=np.array([-1], dtype=np.int64)))
save("fixed.onnx", [node("Gather", ["bare", "input_ids"], ["last_hidden_state"])],
     [helper.make_tensor_value_info("input_ids", TensorProto.INT64, [1, 16])], [floats("last_hidden_state", 1, 16, WIDTH)], constants(bare=bare))
save("outside.onnx", [node("Gather", ["bare", "input_ids"], ["last_hidden_state"])], ids("input_ids"),
     [floats("last_hidden_state", "batch", "sequence", WIDTH)], constants(bare=bare),
     save_as_external_data=True, location="outside.bin", size_threshold=0)
(HERE / "outside.bin").unlink()


def piece(kind, name, type_id=0):
    return {kind: {"id": name, "type_id": type_id}}


cls, sep = piece("SpecialToken", "[CLS]"), piece("SpecialToken", "[SEP]")
tokenizer = {
    "version": "1.0",
    # The limit counts; the padding must not.
    "truncation": {"max_length": 12, "strategy": "LongestFirst", "stride": 0},
    "padding": {"strategy": {"Fixed": 12}, "direction": "Right", "pad_to_multiple_of": None, "pad_id": 0, "pad_type_id": 0, "pad_token": "[PAD]"},
    "added_tokens": [
        {"id": place, "special": True, "content": WORDS[place], "single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
        for place in range(4)
    ],
    "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": True},
    "pre_tokenizer": {"type": "BertPreTokenizer"},
    "post_processor": {
        "type": "TemplateProcessing",
        "single": [cls, piece("Sequence", "A"), sep],
        "pair": [cls, piece("Sequence", "A"), sep, piece("Sequence", "B", 1), piece("SpecialToken", "[SEP]", 1)],
        "special_tokens": {
            word: {"id": word, "ids": [place], "tokens": [word]} for word, place in (("[CLS]", CLS), ("[SEP]", SEP))
        },
    },
    "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
    "model": {
        "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
        "vocab": {word: place for place, word in enumerate(WORDS)},
    },
}
(HERE / "tokenizer.json").write_text(json.dumps(tokenizer, indent=1) + "\n")

# What must come out, by numpy, from pieces that are written down here by hand.
SENTENCES = {
    "The apple tree grows.": "the apple tree grow ##s .",
    "A RED pear": "a red pear",
    "the sky is blue": "the sky is blue",
    "growing quickly": "grow ##ing [UNK]",
    "a": "a",
}


def embedded(pieces):
    numbers = [CLS, *(WORDS.index(piece) for piece in pieces.split()), SEP]
    rows = table[numbers].astype(np.float64) + kinds[0]
    out = np.tanh((rows + rows.mean(axis=0)) @ turn.astype(np.float64)).mean(axis=0)
    return [round(float(x), 6) for x in out / np.sqrt((out ** 2).sum())]


def overlapping(first, second):
    one, two = (bare[[WORDS.index(piece) for piece in text.split()]].astype(np.float64).sum(axis=0) for text in (first, second))
    return float((one * two).sum())


expected = {
    "embeddings": {text: embedded(pieces) for text, pieces in SENTENCES.items()},
    "scores": {text: overlapping("red apple", pieces) for text, pieces in SENTENCES.items()},
}
(HERE / "expected.json").write_text(json.dumps(expected, indent=1) + "\n")
