//! What a run may spend, in requests, in tokens and in money.
//!
//! A request is counted before it is sent, so the limit on requests is never passed. Tokens, and what they cost, are known only
//! afterwards: once a limit is reached no request starts, and what is passed of it is at most what the requests then in flight cost.

use std::sync::atomic::{AtomicU64, Ordering};

/// What may be spent; `None` is without limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowance {
    /// Requests sent, those repeated after a failure too.
    pub calls: Option<u64>,
    /// Tokens read and written, as servers report them.
    pub tokens: Option<u64>,
    /// Money by the prices of the servers, in billionths of its unit.
    pub money: Option<u64>,
}

/// Billionths in a unit of money.
pub const BILLIONTHS: f64 = 1e9;

/// What was spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Requests sent, those repeated after a failure too.
    pub calls: u64,
    /// Tokens read and written.
    pub tokens: u64,
    /// Money by the prices of the servers, in billionths of its unit.
    pub money: u64,
    /// Replies that did not say what they cost. They count with a token a byte, which no tokenizer of bytes exceeds.
    pub unreported: u64,
}

/// The budget has no room for another request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted {
    /// What ran out, "calls", "tokens" or "money".
    pub what: &'static str,
    /// How much of it there was; of money, billionths.
    pub limit: u64,
}

/// An allowance and what is left of it; shared by all clients of a run.
#[derive(Debug, Default)]
pub struct Budget {
    allowance: Allowance,
    calls: AtomicU64,
    tokens: AtomicU64,
    money: AtomicU64,
    unreported: AtomicU64,
}

impl Budget {
    /// A budget of which nothing is spent.
    pub fn new(allowance: Allowance) -> Self {
        Self { allowance, ..Self::default() }
    }

    /// Counts a request that is about to be sent, or refuses it.
    pub fn take_call(&self) -> Result<(), Exhausted> {
        if let Some(limit) = self.allowance.tokens
            && self.tokens.load(Ordering::Acquire) >= limit
        {
            return Err(Exhausted { what: "tokens", limit });
        }
        if let Some(limit) = self.allowance.money
            && self.money.load(Ordering::Acquire) >= limit
        {
            return Err(Exhausted { what: "money", limit });
        }
        let limit = self.allowance.calls.unwrap_or(u64::MAX);
        let within = |calls: u64| (calls < limit).then(|| calls + 1);
        let taken = self.calls.fetch_update(Ordering::AcqRel, Ordering::Acquire, within);
        taken.map(|_| ()).map_err(|_| Exhausted { what: "calls", limit })
    }

    /// Counts tokens that a server reports.
    pub fn add_tokens(&self, tokens: u64) {
        add(&self.tokens, tokens);
    }

    /// Counts money, in billionths of its unit.
    pub fn add_money(&self, billionths: u64) {
        add(&self.money, billionths);
    }

    /// Counts a reply that does not say what it cost, of so many bytes of text sent and received.
    pub fn add_unreported(&self, bytes: u64) {
        self.unreported.fetch_add(1, Ordering::AcqRel);
        self.add_tokens(bytes);
    }

    /// What was spent so far.
    pub fn spent(&self) -> Spent {
        let read = |counter: &AtomicU64| counter.load(Ordering::Acquire);
        Spent {
            calls: read(&self.calls),
            tokens: read(&self.tokens),
            money: read(&self.money),
            unreported: read(&self.unreported),
        }
    }
}

/// Saturating: a server may report nonsense, and a sum that wraps round would give the budget back.
fn add(counter: &AtomicU64, more: u64) {
    let _ = counter.fetch_update(Ordering::AcqRel, Ordering::Acquire, |sum| Some(sum.saturating_add(more)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_never_pass_the_limit_on_calls() {
        let budget = Budget::new(Allowance { calls: Some(100), ..Allowance::default() });
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| (0..50).filter(|_| budget.take_call().is_ok()).count());
            }
        });
        assert_eq!(budget.spent().calls, 100);
        assert_eq!(budget.take_call(), Err(Exhausted { what: "calls", limit: 100 }));
    }

    #[test]
    fn tokens_stop_the_next_call() {
        let budget = Budget::new(Allowance { tokens: Some(10), ..Allowance::default() });
        budget.take_call().unwrap();
        budget.add_tokens(9);
        budget.take_call().unwrap();
        budget.add_unreported(3);
        assert_eq!(budget.take_call(), Err(Exhausted { what: "tokens", limit: 10 }));
        assert_eq!(budget.spent(), Spent { calls: 2, tokens: 12, money: 0, unreported: 1 });
        budget.add_tokens(u64::MAX);
        assert_eq!(budget.spent().tokens, u64::MAX);
    }

    #[test]
    fn money_stops_the_next_call() {
        let budget = Budget::new(Allowance { money: Some(1_000), ..Allowance::default() });
        budget.take_call().unwrap();
        budget.add_money(999);
        budget.take_call().unwrap();
        budget.add_money(1);
        assert_eq!(budget.take_call(), Err(Exhausted { what: "money", limit: 1_000 }));
    }
}
