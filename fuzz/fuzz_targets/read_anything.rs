//! The first byte picks the reader, the rest is its file.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| formats::fuzz_entry::read_anything(data));
