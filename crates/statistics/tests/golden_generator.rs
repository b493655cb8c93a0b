//! Golden vectors 00: the generator and its index rule.

mod golden;

use golden::{Check, list, load, n};
use statistics::generator::{SplitMix64, Stream};

#[test]
fn every_output() {
    let file = load("00_prng.json");
    let mut check = Check::default();
    let mut generator = SplitMix64::new(1_234_567);
    for want in list(&file["splitmix64_seed_1234567"]) {
        let want: u64 = want.as_str().unwrap().parse().unwrap();
        check.same("splitmix64", generator.next_u64(), want);
    }
    for case in list(&file["streams"]) {
        let mut stream = Stream::new(case["seed"].as_u64().unwrap(), case["rep"].as_u64().unwrap());
        for want in list(&case["indices"]) {
            check.same("index", stream.index(n(&case["n"])), n(want));
        }
    }
    check.finish(51);
}
