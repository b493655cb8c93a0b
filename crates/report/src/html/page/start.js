"use strict";
// The page's own script: it unpacks the questions that are looked at and shows them. Whatever others wrote becomes text nodes and nothing
// else: no string is ever read as markup or as a program.

// Characters that would turn reading direction round or that cannot be seen are shown as escapes.
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

function visible(text) {
  return String(text).replace(UNSEEN, (c) => "\\u{" + c.codePointAt(0).toString(16) + "}");
}

// How each word of the data is shown: a sign and a class beside the word, so that colour never says it alone.
const CELLS = {
  "works": ["✓", "good", "works"],
  "generation-fault": ["✕", "bad", "generation fault"],
  "right-for-the-wrong-reason": ["≈", "odd", "right for the wrong reason"],
  "retrieval-fault": ["✕", "bad", "retrieval fault"],
  "declined": ["✓", "good", "declined"],
  "answered": ["✕", "bad", "answered"],
  "failed": ["!", "bad", "call failed"],
  "not-scored": ["–", "off", "not scored"],
};

const CHANGES = { better: ["▲", "better"], worse: ["▼", "worse"], moved: ["◆", "moved"], same: ["", "same"], new: ["+", "new"] };

const RIGHT = { "right": ["✓", "good"], "wrong": ["✕", "bad"], "failed": ["!", "bad"], "not scored": ["–", "off"] };
