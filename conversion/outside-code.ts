const CODE = /(```[\s\S]*?```|`[^`\n]+`)/

/** Returns a text that is changed outside of its code. `changeCode` changes the code, which otherwise stays as it is. */
export const outsideCode = (text: string, change: (piece: string) => string, changeCode = (code: string) => code) =>
  text
    .split(CODE)
    .map((piece, index) => (index % 2 === 1 ? changeCode(piece) : change(piece)))
    .join('')
