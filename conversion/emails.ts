import { Failure } from './failure.ts'

/** Returns the addresses by the ids of users. `text` has lines with an id and an address, separated by a comma, a semicolon or a tab. */
export function emailsIn(text: string, name: string) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line, index) => {
      const [id, email] = line.split(/[,;\t]/).map((part) => part.trim())
      if (!id || !email?.includes('@'))
        throw new Failure(`Line ${index + 1} of ${name} is not ID,ADDRESS.`, 'bad addresses')
      return [id, email]
    }),
  )
}
