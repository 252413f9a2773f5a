import { readFileSync, writeFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { nameIn } from '../../../conversion/zip-names.ts'
import { say } from '../../../web/test/slack-message'
import { converted, zipOf, type Files } from './exports'

const slack = (more: Files): Files => ({
  'users.json': [{ id: 'U1', name: 'ada', profile: { real_name: 'Ada', email: 'ada@example.com' } }],
  'channels.json': [{ id: 'C1', name: 'grün', members: ['U1'] }],
  ...more,
})

const ENTRY = Buffer.from('PK\u0001\u0002', 'latin1')
const END = Buffer.from('PK\u0005\u0006', 'latin1')
const noFields = new DataView(new ArrayBuffer(0))

/** Returns additional fields: one with a time, and one with a name in UTF-8, which another name had at first. */
function withName(name: string, first: string) {
  const text = Buffer.from(name)
  const fields = Buffer.concat([Buffer.from('5554050001000000007570', 'hex'), Buffer.alloc(7), text])
  fields.writeUInt16LE(5 + text.length, 11)
  fields.writeUInt32LE(crc32(Buffer.from(first, 'latin1')), 14)
  return new DataView(fields.buffer, fields.byteOffset, fields.length)
}

describe('a ZIP archive of another program', () => {
  test('has all files, also if their number has more than 16 bits and the archive says only the last 16', async () => {
    const path = zipOf({ empty: '', ...slack({ 'grün/2019-01-01.json': [say('Hello', 0)] }) })
    const bytes = readFileSync(path)
    const [first, second, end] = [
      bytes.indexOf(ENTRY),
      bytes.indexOf(ENTRY, bytes.indexOf(ENTRY) + 4),
      bytes.indexOf(END),
    ]
    const more = Buffer.concat(Array.from({ length: 2 ** 16 }, () => bytes.subarray(first, second)))
    const last = Buffer.from(bytes.subarray(end))
    last.writeUInt32LE(end - first + more.length, 12)
    writeFileSync(path, Buffer.concat([bytes.subarray(0, first), more, bytes.subarray(first, end), last]))
    const { rows } = await converted(path)
    expect(rows('messages')).toMatchObject([{ content: 'Hello' }])
  })

  test('is refused if its directory has another number of files than it says', async () => {
    const path = zipOf(slack({ 'grün/2019-01-01.json': [say('Hello', 0)] }))
    const bytes = readFileSync(path)
    bytes.writeUInt16LE(2, bytes.indexOf(END) + 10)
    writeFileSync(path, bytes)
    await expect(converted(path)).rejects.toThrow('is a broken ZIP archive.')
  })

  test('has names in the encoding of the first PCs, as Windows writes them', async () => {
    const path = zipOf(slack({ 'gr#n/2019-01-01.json': [say('Hello', 0)] }))
    const packed = readFileSync(path).toString('latin1').replaceAll('gr#n', 'gr\u0081n')
    writeFileSync(path, Buffer.from(packed, 'latin1'))
    const { rows, report } = await converted(path)
    expect(rows('messages')).toMatchObject([{ content: 'Hello' }])
    expect(report.skipped['the name of a file is not UTF-8, so some characters are a guess']).toEqual({
      number: 1,
      examples: ['grün/2019-01-01.json'],
    })
  })

  test('with two files of one name has the last one, and the report says so', async () => {
    const days = { 'grün/2019-01-01.json': [say('first', 0)], 'grün/2019-01-02.json': [say('last', 1)] }
    const path = zipOf(slack(days))
    const packed = readFileSync(path).toString('latin1').replaceAll('2019-01-02', '2019-01-01')
    writeFileSync(path, Buffer.from(packed, 'latin1'))
    const { rows, report } = await converted(path)
    expect(rows('messages')).toMatchObject([{ content: 'last' }])
    expect(report.skipped['a file is there several times, and only the last one counts']).toEqual({
      number: 1,
      examples: ['grün/2019-01-01.json'],
    })
  })

  test.each([
    ['grün', 'gr\u00c3\u00bcn', noFields, false],
    ['grün', 'gr\u0081n', noFields, true],
    ['Ça va?', '\u0080a va?', noFields, true],
    ['日本', 'gr\u0081n', withName('日本', 'gr\u0081n'), false],
    ['grün', 'gr\u0081n', withName('日本', 'renamed since'), true],
  ])('the name %s is read', (name, bytes, extra, isGuessed) => {
    expect(nameIn(new Uint8Array(Buffer.from(bytes, 'latin1')), extra)).toEqual({ name, isGuessed })
  })

  test('a day of a conversation that no list names is counted', async () => {
    const files = { 'grün/2019-01-01.json': [say('Hello', 0)], 'gr?n/2019-01-02.json': [say('Lost', 1)] }
    const { rows, report } = await converted(zipOf(slack({ ...files, 'canvases/list.json': [] })))
    expect(rows('messages')).toHaveLength(1)
    expect(report.skipped['a day of a conversation that the export does not list']).toEqual({
      number: 1,
      examples: ['gr?n/2019-01-02.json'],
    })
  })

  test('with a comment that looks like the end of another archive has all files', async () => {
    const bytes = readFileSync(zipOf(slack({ 'grün/2019-01-01.json': [say('Hello', 0)] })))
    const path = zipOf({})
    const whole = bytes.subarray(0, -2)
    const empty = Buffer.concat([END, Buffer.alloc(18)])
    for (const comment of [
      empty,
      Buffer.concat([empty, Buffer.from('more')]),
      Buffer.concat([Buffer.from('a'), empty]),
    ]) {
      writeFileSync(path, Buffer.concat([whole, Buffer.from([comment.length, 0]), comment]))
      expect((await converted(path)).rows('messages')).toMatchObject([{ content: 'Hello' }])
    }
    // Some programs add bytes after the end.
    writeFileSync(path, Buffer.concat([bytes, Buffer.from('\n')]))
    expect((await converted(path)).rows('messages')).toMatchObject([{ content: 'Hello' }])
  })

  test('that is one part of several is refused, and says how to join them', async () => {
    const path = zipOf(slack({ 'grün/2019-01-01.json': [say('Hello', 0)] }))
    const bytes = readFileSync(path)
    bytes.writeUInt16LE(2, bytes.lastIndexOf(END) + 4)
    writeFileSync(path, bytes)
    await expect(converted(path)).rejects.toThrow('is one part of a split ZIP archive. Join the parts first: zip -s 0')
  })

  test('of another kind is refused with the kinds that there are', async () => {
    const path = zipOf({})
    writeFileSync(path, Buffer.from('\u00fd7zXZ', 'latin1'))
    await expect(converted(path)).rejects.toThrow(
      'is no ZIP archive. An export is a folder, a ZIP archive, a tar archive (.tar, .tar.gz or .tgz)',
    )
  })
})
