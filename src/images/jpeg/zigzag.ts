/** The coefficients of a block are stored in diagonals. This is the place of each in rows of 8. */
export const ZIGZAG = Uint8Array.from([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
  55, 62, 63,
])

/** Returns the place of each coefficient among the `kept` × `kept` ones that count, or -1. */
export function keptPlaces(kept: number): Int8Array {
  return Int8Array.from(ZIGZAG, (place) => {
    const [row, column] = [place >> 3, place & 7]
    return row < kept && column < kept ? row * kept + column : -1
  })
}
