import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { complaintsAboutPatterns } from '../scripts/patterns/complaints.ts'

const folder = mkdtempSync(join(tmpdir(), 'patterns-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
/** Returns what the check says about a file with this code. */
async function complaintsAbout(code: string): Promise<string[]> {
  const path = join(folder, `${++files}.ts`)
  writeFileSync(path, code)
  return (await complaintsAboutPatterns([path])).complaints
}

describe('an expression that is not linear is found', () => {
  test.each([
    ['the last bar of a line', String.raw`/^([ \t|:-]*)(\|)(?=[ \t|:-]*$)/gm`],
    ['the rest of a line after a sign', '/@(.*)$/'],
    ['a padding at the end', String.raw`/=+\s*$/`],
    ['marks before a rest that may lack', '/^(>*) ?(.*)$/'],
    ['white space at the end', String.raw`/\s+$/`],
    ['an element without an end', '/<[^>]*>/g'],
    ['a comment without an end', '/<!--.*?-->/gs'],
    ['a link without an end', String.raw`/!?\[([^\]\n]*)\]\([^)\s]*\)/g`],
    ['words that may be an address', String.raw`/\S+@\S+/g`],
    ['nested repetition', '/^(a+)+$/'],
    ['alternatives that are the same', '/^(?:a|a)*b/'],
    ['a reference to a group', String.raw`/(a+)\1$/g`],
    ['a repetition in look-behind', String.raw`/(?<=\s+)a/`],
  ])('%s', async (_, expression) => {
    expect(await complaintsAbout(`export const found = ${expression}`)).toEqual([
      expect.stringMatching(/^\S+:1 .* (?:can take more than linear time|is computed)/),
    ])
  })

  test('in a call of RegExp, with constants of the file', async () => {
    const code = 'const END = "=+$"\nconst ALL = [END, "b"].join("|")\nexport const found = new RegExp(`${ALL}`, "g")'
    expect(await complaintsAbout(code)).toEqual([expect.stringContaining('/=+$|b/g can take more than linear time')])
  })

  test('with constants of another file', async () => {
    writeFileSync(join(folder, 'other.ts'), 'export const OTHER = String.raw`\\s*`')
    const code = "import { OTHER } from './other'\nexport const found = new RegExp(`${OTHER}$`)"
    expect(await complaintsAbout(code)).toEqual([expect.stringContaining('/\\s*$/ can take more than linear time')])
  })

  test('if the program computes its pattern', async () => {
    const code = 'export const named = (name: string) => new RegExp(`^${name}`)'
    expect(await complaintsAbout(code)).toEqual([expect.stringContaining('/^x/ is computed')])
  })
})

test.each([
  ['an anchor at the start', '/^[a-z]+$/'],
  ['a search for a run', String.raw`/\s+/g`],
  ['a run at the end that begins once', '/(?<!=)=+$/'],
  ['an element that does not cross another', '/<[^<>]*>/g'],
  ['an end that may lack', String.raw`/<([a-z]+)((?:[^<>"]|"[^"]*")*)(>?)/g`],
])('%s is linear', async (_, expression) =>
  expect(await complaintsAbout(`export const found = ${expression}`)).toEqual([]),
)

test('a judgement that the caller believes is not made again', async () => {
  const path = join(folder, 'believed.ts')
  writeFileSync(path, 'export const found = /b+$/')
  const { complaints } = await complaintsAboutPatterns([path], { believed: { '/b+$/': null } })
  expect(complaints).toEqual([])
})

describe('a reason', () => {
  test('before the line excuses an expression', async () =>
    expect(await complaintsAbout('// Linear: the text is short.\nexport const found = /a+$/')).toEqual([]))

  test('counts for its expression only', async () =>
    expect(
      await complaintsAbout('// Linear: the text is short.\nexport const a = /a+$/\n\nexport const b = /b+$/'),
    ).toEqual([expect.stringContaining('/b+$/')]))

  test('that nothing needs is refused', async () =>
    expect(await complaintsAbout('// Linear: the text is short.\nexport const found = /^a/')).toEqual([
      expect.stringContaining('has no expression that needs it'),
    ]))
})
