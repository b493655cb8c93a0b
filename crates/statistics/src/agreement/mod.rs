//! Do raters agree, beyond what chance would do?
//!
//! Categories are declared in a [`Scale`]; labels off it are an error until somebody decides what
//! becomes of them ([`Scale::place`]). Show [`krippendorff_alpha`] (ordinal, for grades) with an
//! interval over units ([`resample`](crate::resample)), the quadratic [`cohen_kappa`], [`gwet`]'s AC1 and the
//! [`Confusion`] itself. With one category common, kappa is near 0 however well raters agree:
//! [`Prevalence::kappa_unstable`] says so. Agreement that cannot fail (all labels alike) and agreement on a single unit
//! are undefined, not perfect.

mod alpha;
mod binary;
mod confusion;
mod fleiss;
mod gwet;
mod kappa;
mod ratings;
mod scale;
mod weights;

pub use alpha::{Metric, krippendorff_alpha};
pub use binary::{Prevalence, UNSTABLE_ABOVE, specific_agreement};
pub use confusion::Confusion;
pub use fleiss::{Fleiss, fleiss_kappa};
pub use gwet::{Gwet, gwet};
pub use kappa::{Kappa, cohen_kappa};
pub use ratings::Ratings;
pub use scale::{LabelsOffScale, MOST_CATEGORIES, OffScale, Outside, Placed, Scale};
pub use weights::Weights;
