// The picture of the product's own emoji: two speech bubbles. Clients that are no browsers draw no SVG.
const BASE64 =
  'iVBORw0KGgoAAAANSUhEUgAAAIAAAACABAMAAAAxEHz4AAAAIVBMVEUAAAAtbN8tbN8tbN8tbN8tbN/gei/gei/gei/gei/gei+3c8RDAAAAC3' +
  'RSTlMAZpnM/zP/zJlmM55M85wAAAGsSURBVHja7dk9TsNAEAXgQQj5p0II+iA4gIWSA+Cf3gjOYMdUqSLEAYLoUqWgSkXglqAkgME767d+DcW+' +
  'fj5tVmNnZy3i4+PTysk470l2bqu/zYFM9PqDHMqxCpxiwLVWf5SDKRXgEAUSBbhDgYLbAn0TLlEgVQC0Ps9YIPeABzzggf8FVLvUzyRQVY8sUC' +
  '1ZoGGBas0CMxa4Z4GGBaYsULNA5QEPtIAxWp8pgNs50QC4nVQNgNth2wC4HfcNgNvAYQKcRh4TgA1d+3HDCMjNRV/51ZnYgE5PqgMWCqgjXowB' +
  'hbqACANKFQghQF+ABAiQ6QuQVwRILHP6HAAyS/2vLdCAkQVYAEAq4BZqgH5NIPEcAPQmjt/+1JuBstvyakxAISRQksBEOCATEkhIIBUSGCkPjZ' +
  'Ja4KY3Z2oDVgDQCP7YGDOzATEArIX7DY39jjLqBZY9t5wbZge2eX+ylD+8ON+7riwdCCVigdZ/ykAgZoGfJQwFvt/qgy/AAxb4eksMB0IW2L9n' +
  'CCBigV1DM0DMAttuEnYJ3OeUDQt8dhMJBCwgCxYI/Xc1H59OPgDC717u8BlkqwAAAABJRU5ErkJggg=='

/** The picture, as a PNG with 128 pixels on each side. */
export const extraEmojiPng = (): Uint8Array<ArrayBuffer> => Uint8Array.fromBase64(BASE64)
