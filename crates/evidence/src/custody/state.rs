//! What a custody record says of the final set now, and what may be done with it.

use std::fmt;

use super::{Act, Entry, FinalSet};

/// Where the final set stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It was never sealed, or what was sealed has been retired and nothing was sealed since.
    Unsealed,
    /// It may be looked at, as long as looks are left.
    Sealed,
    /// What it holds was seen: it is to be retired.
    Burned,
    /// Its questions are for tuning now.
    Retired,
}

impl State {
    /// The name in output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unsealed => "unsealed",
            Self::Sealed => "sealed",
            Self::Burned => "burned",
            Self::Retired => "retired",
        }
    }
}

/// What is known of the final set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Custody {
    /// Where it stands.
    pub state: State,
    /// What was sealed last; `None` where nothing is sealed.
    pub sealed: Option<FinalSet>,
    /// How many looks were planned; 0 where nothing is sealed.
    pub planned: u32,
    /// How many looks were had since the last retirement. A correction that is sealed again gives none back.
    pub used: u32,
    /// The settings that were looked at since the last retirement, with the set as it was.
    looked: Vec<(String, String)>,
    /// Sets that were burned or retired: they are never final again.
    spent: Vec<String>,
}

/// What comes of asking for a look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The same settings were looked at before, on the same set: no new look.
    AlreadyLooked {
        /// Which look that was, from 1.
        number: u32,
    },
    /// It may be had.
    Allowed {
        /// Which look it is, from 1.
        number: u32,
    },
    /// It may not.
    Refused(Refusal),
}

/// Why something may not be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There are no final questions.
    Empty,
    /// They are not sealed.
    Unsealed,
    /// They, or their labels, are not those that were sealed.
    Changed,
    /// All planned looks were had.
    Spent,
    /// They were seen one by one.
    Burned,
    /// The same set was burned or retired before.
    WasSpent,
    /// The number of planned looks stands, once a look was had.
    Planned,
    /// There are looks left.
    Unspent,
    /// Nothing was changed that would need a new seal.
    SealedAlready,
}

impl Refusal {
    /// Why, in a sentence.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Empty => "the set has no final questions",
            Self::Unsealed => "the final questions are not sealed",
            Self::Changed => "final questions or labels changed since they were sealed",
            Self::Spent => "all planned looks at the final questions were had",
            Self::Burned => "the final questions were burned: they were seen one by one",
            Self::WasSpent => "this very set was burned or retired before, and is never final again",
            Self::Planned => "the number of looks was planned before the first one, and stands",
            Self::Unspent => "the final questions are not burned, and looks are left",
            Self::SealedAlready => "this very set is sealed already",
        }
    }

    /// What to do about it.
    pub const fn mend(self) -> &'static str {
        match self {
            Self::Empty => "mark at least 100 questions that nobody tunes on as \"split\":\"final\"",
            Self::Unsealed => "seal them first: fourcell custody seal --reason '…'",
            Self::Changed => {
                "put them back as they were, or seal the correction: fourcell custody seal --reason '…', which gives no looks back"
            }
            Self::Spent | Self::Burned => {
                "turn them into tuning questions, fourcell custody retire --reason '…', and label at least 100 fresh ones"
            }
            Self::WasSpent => "label at least 100 fresh final questions",
            Self::Planned => "leave --looks away; a fresh set may have another number",
            Self::Unspent => "say --unspent if that is meant",
            Self::SealedAlready => "there is nothing to do",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

impl Custody {
    /// What a record says, its entries in order.
    pub fn of<'e>(entries: impl IntoIterator<Item = &'e Entry>) -> Self {
        let mut custody =
            Self { state: State::Unsealed, sealed: None, planned: 0, used: 0, looked: Vec::new(), spent: Vec::new() };
        entries.into_iter().for_each(|entry| custody.follow(&entry.act));
        custody
    }

    fn follow(&mut self, act: &Act) {
        match act {
            Act::Sealed { set, looks, .. } => {
                (self.state, self.planned) = (State::Sealed, *looks);
                self.sealed = Some(set.clone());
            }
            Act::Look { set, subject, .. } => {
                self.used = self.used.saturating_add(1);
                self.looked.push((set.hash.clone(), subject.manifest.clone()));
            }
            Act::Burned { set, .. } => {
                self.state = State::Burned;
                self.spent.push(set.hash.clone());
            }
            Act::Retired { set, .. } => {
                self.spent.push(set.hash.clone());
                self.spent.extend(self.sealed.take().map(|set| set.hash));
                (self.state, self.planned, self.used) = (State::Retired, 0, 0);
                self.looked.clear();
            }
        }
    }

    /// How many looks are left.
    pub fn left(&self) -> u32 {
        self.planned.saturating_sub(self.used)
    }

    /// Whether this set is the one that was sealed.
    pub fn is_sealed(&self, set: &FinalSet) -> bool {
        self.sealed.as_ref() == Some(set)
    }

    /// Whether this set was burned, and stands as it was then: nothing in it is to be kept from anybody any more.
    pub fn is_burned(&self, set: &FinalSet) -> bool {
        self.state == State::Burned && self.is_sealed(set)
    }

    /// Whether verdicts on the set may be released, for settings with this hash.
    pub fn may_look(&self, set: &FinalSet, manifest: &str) -> Answer {
        let refused = match self.state {
            _ if set.is_empty() => Some(Refusal::Empty),
            State::Unsealed | State::Retired => Some(Refusal::Unsealed),
            State::Burned => Some(Refusal::Burned),
            State::Sealed if !self.is_sealed(set) => Some(Refusal::Changed),
            State::Sealed => None,
        };
        if let Some(refusal) = refused {
            return Answer::Refused(refusal);
        }
        if let Some(place) = self.looked.iter().position(|(hash, before)| *hash == set.hash && before == manifest) {
            return Answer::AlreadyLooked { number: u32::try_from(place).unwrap_or(u32::MAX).saturating_add(1) };
        }
        match self.left() {
            0 => Answer::Refused(Refusal::Spent),
            _ => Answer::Allowed { number: self.used + 1 },
        }
    }

    /// Whether the set may be sealed, and for how many looks: as stated, else as planned before, else `usual`.
    pub fn may_seal(&self, set: &FinalSet, stated: Option<u32>, usual: u32) -> Result<u32, Refusal> {
        if set.is_empty() {
            return Err(Refusal::Empty);
        }
        if self.state == State::Burned {
            return Err(Refusal::Burned);
        }
        if self.spent.contains(&set.hash) {
            return Err(Refusal::WasSpent);
        }
        let looks = match (self.state, self.used) {
            (State::Sealed, 0) => stated.unwrap_or(self.planned),
            (State::Sealed, _) if stated.is_some_and(|looks| looks != self.planned) => return Err(Refusal::Planned),
            (State::Sealed, _) => self.planned,
            _ => stated.unwrap_or(usual),
        };
        if self.is_sealed(set) && looks == self.planned {
            return Err(Refusal::SealedAlready);
        }
        Ok(looks)
    }

    /// Whether the set may be seen question by question. `Ok(false)` where it was before: there is nothing to write down.
    pub fn may_burn(&self, set: &FinalSet) -> Result<bool, Refusal> {
        match self.state {
            _ if set.is_empty() => Err(Refusal::Empty),
            State::Unsealed | State::Retired => Err(Refusal::Unsealed),
            _ if !self.is_sealed(set) => Err(Refusal::Changed),
            state => Ok(state == State::Sealed),
        }
    }

    /// Whether the questions may become tuning questions. A set without final questions may: then it happened already, and is only
    /// not written down. With `anyway` it is enough that something is sealed.
    pub fn may_retire(&self, set: &FinalSet, anyway: bool) -> Result<(), Refusal> {
        match self.state {
            State::Unsealed | State::Retired => Err(Refusal::Unsealed),
            _ if anyway || set.is_empty() => Ok(()),
            _ if !self.is_sealed(set) => Err(Refusal::Changed),
            State::Sealed if self.left() > 0 => Err(Refusal::Unspent),
            _ => Ok(()),
        }
    }
}
