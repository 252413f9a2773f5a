import { describe, expect, test } from 'vitest'
import { ExternalSort } from '../../../conversion/external-sort.ts'
import { jsonItems } from '../../../conversion/json-items.ts'
import { linesIn } from '../../../conversion/lines.ts'
import { splitText } from '../../../conversion/split-text.ts'
import { FolderStorage } from '../../../scripts/import/folder-storage.ts'
import { newFolder } from '../dev-process'

type Item = { name: string; text: string }

async function itemsOf(chunks: Iterable<string | Uint8Array>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of jsonItems(chunks)) items.push(item)
  return items
}

describe('a JSON document that is read as a stream', () => {
  const document = { a: 1, people: [{ x: '[,]"\\é' }, 2, [3, {}]], c: { d: [1] }, none: [], e: 'z' }
  const expected = [
    ['a', 1],
    ['people', { x: '[,]"\\é' }],
    ['people', 2],
    ['people', [3, {}]],
    ['c', { d: [1] }],
    ['e', 'z'],
  ]

  test('has the same items, wherever its chunks end', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify(document, null, 1))
    for (let size = 1; size <= bytes.length; size++) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      )
      expect((await itemsOf(chunks)).map(({ name, text }) => [name, JSON.parse(text)])).toEqual(expected)
    }
  })

  test('has the items of a list without a name', async () => {
    expect(await itemsOf([' [ {"a":[1,2]} , "x" ] '])).toEqual([
      { name: '', text: ' {"a":[1,2]} ' },
      { name: '', text: ' "x" ' },
    ])
    expect(await itemsOf(['[]'])).toEqual([])
    expect(await itemsOf([''])).toEqual([])
  })

  test('that breaks off has the beginning of its last item', async () => {
    expect((await itemsOf(['[1,{"a":'])).map(({ text }) => text)).toEqual(['1', '{"a":'])
    expect((await itemsOf(['{"people":[1,2'])).map(({ name, text }) => [name, text])).toEqual([
      ['people', '1'],
      ['people', '2'],
    ])
    expect((await itemsOf(['no JSON'])).map(({ text }) => text)).toEqual(['no JSON'])
  })
})

describe('a row that is longer than an import reads', () => {
  test('is cut, and the rows around it are complete', async () => {
    const long = `"${'x'.repeat(100)}"`
    const cut: string[] = []
    const chunks = `["a",${long},"b"]`.match(/.{1,8}/g)!
    for await (const { text } of jsonItems(chunks, 20)) cut.push(text)
    expect(cut[0]).toBe('"a"')
    expect(() => JSON.parse(cut[1] ?? '')).toThrow(SyntaxError)
    expect(cut.slice(2)).toEqual(['"b"'])

    const lines = []
    const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk.replaceAll(',', '\r\n')))
    for await (const line of linesIn(bytes, 20)) lines.push(line)
    expect(lines).toEqual(['["a"', expect.not.stringMatching(/^"x+"$/), '"b"]'])
  })
})

describe('sorting in files', () => {
  test('returns more items than one run holds in their order, and equal ones in the order of adding', async () => {
    const sort = new ExternalSort<number>(new FolderStorage(newFolder()), 'sorting')
    const count = 120_000
    for (let index = 0; index < count; index++) sort.add((index * 7919) % 1000, index)
    const sorted: number[] = []
    for await (const item of sort.sorted()) sorted.push(item)
    const all = Array.from({ length: count }, (_, index) => index)
    expect(sorted).toEqual(all.sort((a, b) => ((a * 7919) % 1000) - ((b * 7919) % 1000) || a - b))
  })
})

describe('a text that is longer than a message', () => {
  test('breaks between paragraphs, lines or words, and never in the middle of a character', () => {
    const paragraph = 'p'.repeat(6000)
    expect(splitText(`${paragraph}\n\n${paragraph}`)).toEqual([paragraph, paragraph])
    expect(splitText(`${paragraph} ${paragraph}`)).toEqual([paragraph, paragraph])
    const faces = `x${'😀'.repeat(8000)}`
    expect(splitText(faces).join('')).toBe(faces)
    for (const part of splitText(faces)) expect(part.isWellFormed() && part.length <= 10_000).toBe(true)
    expect(splitText('short')).toEqual(['short'])
    expect(splitText('')).toEqual([])
  })
})
