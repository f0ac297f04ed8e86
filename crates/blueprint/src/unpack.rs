//! Unpacks gzip, within bounds.

use crate::Fault;
use flate2::read::MultiGzDecoder;
use std::borrow::Cow;
use std::io::Read;

/// The longest file that is read. The longest of some 1,100 files that people published has 4 MB.
pub const FILE_BYTES_MAX: u64 = 16 << 20;
/// The longest unpacked content. Gzip packs zeroes 1,000 to 1, so 16 MB may claim 16 GB.
pub const UNPACKED_BYTES_MAX: u64 = 64 << 20;

const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The content of a file: unpacked when it is packed.
pub(crate) fn unpack(bytes: &[u8]) -> Result<Cow<'_, [u8]>, Fault> {
    if bytes.len() as u64 > FILE_BYTES_MAX {
        return Err(Fault::FileTooLong(bytes.len() as u64));
    }
    if bytes.is_empty() {
        return Err(Fault::Empty);
    }
    if !bytes.starts_with(&GZIP_MAGIC) {
        return Ok(Cow::Borrowed(bytes));
    }
    let mut content = Vec::new();
    let read = MultiGzDecoder::new(bytes).take(UNPACKED_BYTES_MAX + 1).read_to_end(&mut content);
    // A damaged end is no matter when the content is whole, and the NBT reader notices when it is not.
    match read {
        _ if content.len() as u64 > UNPACKED_BYTES_MAX => Err(Fault::UnpackedTooLong),
        Err(error) if content.is_empty() => Err(Fault::Gzip(error.to_string())),
        _ => Ok(Cow::Owned(content)),
    }
}
