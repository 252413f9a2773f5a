// One picture of 32 by 24 pixels in the forms that a JPEG can have. Its quarters are red, green, blue and white.

// Node has no `Uint8Array.fromBase64` before version 25.
const fromBase64 = (...lines: string[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(lines.join(''), 'base64'))

/** As most cameras write it: the colours have half the resolution. */
export const BASELINE = fromBase64(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wCEAAgICAgJCAkKCgkNDgwODRMREBARExwUFhQWFBwrGx8bGx8bKyYuJSMlLiZENS8vNURO',
  'Qj5CTl9VVV93cXecnNEBCAgICAkICQoKCQ0ODA4NExEQEBETHBQWFBYUHCsbHxsbHxsrJi4lIyUuJkQ1Ly81RE5CPkJOX1VVX3dx',
  'd5yc0f/AABEIABgAIAMBIgACEQEDEQH/xABmAAEAAwEAAAAAAAAAAAAAAAAABQYIBxABAAAHAQAAAAAAAAAAAAAAABUWY2Wio+Hi',
  'AQACAwAAAAAAAAAAAAAAAAAHCAIFBhEAAQALAQAAAAAAAAAAAAAAAAIDBQYWVFWio9HSFf/aAAwDAQACEQMRAD8ApYiIrQy4RWhl',
  'xOA3rpmZV0GaNXZqGJZydhF8ki46vRJFx1eg98Rpy96OxSYdbMpehsyUAb43ZuIAAC1P/9k=',
)
/** In several scans, each of which makes it finer. */
export const PROGRESSIVE = fromBase64(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wCEAAgICAgJCAkKCgkNDgwODRMREBARExwUFhQWFBwrGx8bGx8bKyYuJSMlLiZENS8vNURO',
  'Qj5CTl9VVV93cXecnNEBCAgICAkICQoKCQ0ODA4NExEQEBETHBQWFBYUHCsbHxsbHxsrJi4lIyUuJkQ1Ly81RE5CPkJOX1VVX3dx',
  'd5yc0f/CABEIABgAIAMBIgACEQEDEQH/xAAuAAEAAwEAAAAAAAAAAAAAAAAABQYIBwEAAgMAAAAAAAAAAAAAAAAABwgCBQb/2gAM',
  'AwEAAhADEAAAAKWiEzN2FfA9UnJQb7d7iAAtf//EAB0QAAAFBQAAAAAAAAAAAAAAAAAVFiBjZaKj4eL/2gAIAQEAAT8AYawXaBrB',
  'doIio4ugiKji6b//xAAhEQAAAQ0AAAAAAAAAAAAAAAAAAgMFBhAVFlRVoqPR0v/aAAgBAgEBPwCA1rpmY10HIk5e8nbf/8QAIBEA',
  'AAILAAAAAAAAAAAAAAAAABYCAwUGEFRVoqPR0v/aAAgBAwEBPwA6uzUMSzkF1syl6G4//9k=',
)
/** The colours have the full resolution. */
export const FULL_COLOUR = fromBase64(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wCEAAgICAgJCAkKCgkNDgwODRMREBARExwUFhQWFBwrGx8bGx8bKyYuJSMlLiZENS8vNURO',
  'Qj5CTl9VVV93cXecnNEBCAgICAkICQoKCQ0ODA4NExEQEBETHBQWFBYUHCsbHxsbHxsrJi4lIyUuJkQ1Ly81RE5CPkJOX1VVX3dx',
  'd5yc0f/AABEIABgAIAMBEQACEQEDEQH/xABhAAEBAQEAAAAAAAAAAAAAAAAACAcGEAEAAAcBAAAAAAAAAAAAAAAAFRZjZaKj4eIB',
  'AQADAQAAAAAAAAAAAAAAAAAGBwgFEQEAAQUBAQAAAAAAAAAAAAAAoxYXZGXipOH/2gAMAwEAAhEDEQA/AOLRRf4DSkWYVAY9FaGX',
  'GhrV7rz9tUXK1E/BFaGXC1e68/ZcrUT8Kdki46vSo6ZzI/qjaPz4uiSLjq9FM5kf0o/Pi6SU1SkAC4lAOqA//9k=',
)
export const GREY = fromBase64(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgICAgJCAkKCgkNDgwODRMREBARExwUFhQWFBwrGx8bGx8bKyYuJSMlLiZENS8vNURO',
  'Qj5CTl9VVV93cXecnNH/wAALCAAYACABAREA/8QAMQABAQEBAAAAAAAAAAAAAAAAAAgHBhABAAAHAQAAAAAAAAAAAAAAABUWY2Wi',
  'o+Hi/9oACAEBAAA/AOLGlDHorQy4RWhlxTskXHV6JIuOr0koXEP/2Q==',
)
/** The components are red, green and blue. */
export const RGB = fromBase64(
  '/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAICAgICQgJCgoJDQ4MDg0TERAQERMcFBYUFhQcKxsfGxsfGysmLiUjJS4mRDUvLzVETkI+',
  'Qk5fVVVfd3F3nJzR/8AAEQgAGAAgA1IRAEcRAEIRAP/EACwAAQEBAAAAAAAAAAAAAAAAAAAIBxABAAMBAAAAAAAAAAAAAAAAABdm',
  'pOP/2gAMA1IARwBCAAA/AN/T+n8BAC/wBQ891nZyQAoeBLNj6k91nZyCBLNj6kCWbH1X+QJZsfUgSzY+oQJZsfVPCAG8AL/X+AP/',
  '2Q==',
)

const bigEndian = (value: number) => [value >> 8, value & 255]

/** Returns the photograph with metadata: how to turn it, and the place where it was taken. */
export function withMetadata(photo: Uint8Array, orientation: number): Uint8Array<ArrayBuffer> {
  const text = Array.from(PLACE, (character) => character.charCodeAt(0))
  const tiff = [
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    1,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
    ...text,
  ]
  const exif = [0xff, 0xe1, ...bigEndian(tiff.length + 8), 0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff]
  return Uint8Array.from([...photo.subarray(0, 2), ...exif, ...photo.subarray(2)])
}

export const PLACE = 'GPS 52.5163 13.3777'

/** A grey stripe of 8 by 640 pixels, whose data begins anew after each block, as in photos of many cameras. */
export const RESTARTING = fromBase64(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hn',
  'Pk1xeXBkeFxlZ2P/wAALCAKAAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAABv/EABQQAQAAAAAAAAAAAAAAAAAAAAD/3QAEAAH/2gAI',
  'AQEAAD8ASP/QSP/RSP/SSP/TSP/USP/VSP/WSP/XSP/QSP/RSP/SSP/TSP/USP/VSP/WSP/XSP/QSP/RSP/SSP/TSP/USP/VSP/WSP/X',
  'SP/QSP/RSP/SSP/TSP/USP/VSP/WSP/XSP/QSP/RSP/SSP/TSP/USP/VSP/WSP/XSP/QSP/RSP/SSP/TSP/USP/VSP/WSP/XSP/QSP/R',
  'SP/SSP/TSP/USP/VSP/WSP/XSP/QSP/RSP/SSP/TSP/USP/VSP/WSP/XSP/QSP/RSP/SSP/TSP/USP/VSP/WSP/XSP/QSP/RSP/SSP/T',
  'SP/USP/VSP/WSP/Z',
)
