//! How long a connection may live: a fixed time for a request, renewed by a stream of events as long as somebody reads it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// The end of a connection's time, shared by the connection and its request.
#[derive(Debug, Clone)]
pub struct Lease(Arc<Mutex<Instant>>);

impl Lease {
    pub fn new(time: Duration) -> Lease {
        Lease(Arc::new(Mutex::new(Instant::now() + time)))
    }

    /// Lets the connection live at least this long from now on.
    pub fn renew(&self, time: Duration) {
        let mut end = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *end = (*end).max(Instant::now() + time);
    }

    fn end(&self) -> Instant {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns when the time is over and nobody has renewed it.
    pub async fn over(&self) {
        while self.end() > Instant::now() {
            sleep_until(self.end()).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_renewed_lease_is_over_later() {
        let (lease, began) = (Lease::new(Duration::from_secs(5)), Instant::now());
        tokio::join!(lease.over(), async {
            tokio::time::sleep(Duration::from_secs(4)).await;
            lease.renew(Duration::from_secs(5));
        });
        assert_eq!(began.elapsed().as_secs(), 9);
    }
}
