import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MAX_ENTRIES, requireTotalSize } from '../../../conversion/archive-limits.ts'
import { newFolder } from '../dev-process'
import { converted, exportFolder, zipOf, type Files } from './exports'

const slack: Files = {
  'users.json': [{ id: 'U1', name: 'ada', profile: { real_name: 'Ada', email: 'ada@example.com' } }],
  'channels.json': [{ id: 'C1', name: 'general', members: ['U1'] }],
  'general/2019-01-01.json': [{ type: 'message', user: 'U1', text: 'Hello', ts: '1546300800.000100' }],
}

/** Packs the files into a tar archive with this name, with `tar`. */
function tarOf(files: Files, name: string, options: string[] = []): string {
  const path = join(newFolder(), name)
  execFileSync('tar', [...options, name.endsWith('gz') ? '-czf' : '-cf', path, '-C', exportFolder(files), '.'])
  return path
}

/** Changes the size in the first header of a tar archive, and the sum over the header. */
function withHeader(path: string, { size }: { size: string | Buffer }): string {
  const bytes = readFileSync(path)
  bytes.fill(0, 124, 136)
  bytes.set(Buffer.from(size), 124)
  bytes.fill(' ', 148, 156)
  const sum = bytes.subarray(0, 512).reduce((total, byte) => total + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  writeFileSync(path, bytes)
  return path
}

/** Changes numbers of two bytes (or more) at places in the archive, counted from the first place of `mark`. */
function changed(path: string, mark: string, changes: [offset: number, value: number, bytes: 2 | 4][]): string {
  const bytes = readFileSync(path)
  const at = bytes.indexOf(Buffer.from(mark, 'latin1'))
  for (const [offset, value, size] of changes) bytes.writeUIntLE(value, at + offset, size)
  writeFileSync(path, bytes)
  return path
}

const DIRECTORY = 'PK\u0001\u0002'
const END = 'PK\u0005\u0006'

describe('an archive', () => {
  test.each([
    ['a folder', () => exportFolder(slack)],
    ['a ZIP archive', () => zipOf(slack)],
    ['a tar archive', () => tarOf(slack, 'export.tar')],
    ['a compressed tar archive', () => tarOf(slack, 'export.tar.gz')],
  ])('%s gives the same messages', async (_, make) => {
    const { rows } = await converted(make())
    expect(rows('messages')).toMatchObject([{ id: 1, content: 'Hello' }])
  })

  test('whose tar has names that are not UTF-8 is read, and the report says so', async () => {
    const folder = exportFolder({ ...slack, 'channels.json': [{ id: 'C1', name: 'grün', members: ['U1'] }] })
    const day = Buffer.from(`${folder}/gr\u00fcn`, 'latin1')
    mkdirSync(day)
    writeFileSync(
      Buffer.concat([day, Buffer.from('/2019-01-01.json')]),
      JSON.stringify(slack['general/2019-01-01.json']),
    )
    const path = join(newFolder(), 'export.tar')
    execFileSync('tar', ['-cf', path, '-C', folder, '.'])
    const { rows, report } = await converted(path)
    expect(rows('messages')).toMatchObject([{ content: 'Hello' }])
    expect(report.skipped['the name of a file is not UTF-8, so some characters are a guess']).toEqual({
      number: 1,
      examples: ['grün/2019-01-01.json'],
    })
    await expect(converted(folder)).rejects.toThrow('is not UTF-8. Rename it, and try again.')
  })

  test('that is broken is refused', async () => {
    const cut = zipOf(slack)
    writeFileSync(cut, readFileSync(cut).subarray(0, 200))
    await expect(converted(cut)).rejects.toThrow('export.zip is no ZIP archive.')
    const lost = changed(zipOf(slack), END, [[16, 5, 4]])
    await expect(converted(lost)).rejects.toThrow('export.zip is a broken ZIP archive.')
    const far = changed(zipOf(slack), END, [[16, 2 ** 31, 4]])
    await expect(converted(far)).rejects.toThrow('export.zip is a broken ZIP archive.')
    const packed = tarOf(slack, 'export.tar.gz')
    writeFileSync(packed, readFileSync(packed).subarray(0, 100))
    await expect(converted(packed)).rejects.toThrow('export.tar.gz cannot be unpacked')
  })

  test.each(['../users.json', '/etc/passwd', 'general\\..\\..\\x.json', 'C:\\x.json'])(
    'with the name %s is refused',
    async (name) => {
      const refusal = `The name ${JSON.stringify(name)} in export.zip leads out of the archive.`
      await expect(converted(zipOf({ ...slack, [name]: [] }))).rejects.toThrow(refusal)
    },
  )

  test('whose tar has such a name is refused', async () => {
    const path = join(newFolder(), 'export.tar')
    const folder = exportFolder(slack)
    execFileSync('tar', ['-cf', path, '-C', folder, '--transform', 's,^,../,', 'users.json', 'channels.json'])
    await expect(converted(path)).rejects.toThrow('leads out of the archive')
  })

  test('with more files than fit into memory is refused before its directory is read', async () => {
    const zip = zipOf(slack)
    const end = readFileSync(zip).indexOf(Buffer.from(END, 'latin1'))
    // The numbers of large archives are in a record before the end, to which a locator leads.
    const record = Buffer.alloc(56)
    record.write('PK\u0006\u0006', 'latin1')
    record.writeBigUInt64LE(BigInt(MAX_ENTRIES + 1), 32)
    const locator = Buffer.alloc(20)
    locator.write('PK\u0006\u0007', 'latin1')
    locator.writeBigUInt64LE(BigInt(end), 8)
    const bytes = readFileSync(zip)
    bytes.writeUInt16LE(0xffff, end + 10)
    writeFileSync(zip, Buffer.concat([bytes.subarray(0, end), record, locator, bytes.subarray(end)]))
    await expect(converted(zip)).rejects.toThrow(`more than ${MAX_ENTRIES} files`)
  })

  test('that would be much larger unpacked is refused', async () => {
    const claims = changed(zipOf(slack), DIRECTORY, [[24, 2 ** 31, 4]])
    await expect(converted(claims)).rejects.toThrow('the archive is no export')
    const [packed, gibibyte] = [1_000_000, 2 ** 30]
    expect(() => requireTotalSize('export.tar.gz', { packed, size: gibibyte })).not.toThrow()
    expect(() => requireTotalSize('export.tar.gz', { packed, size: gibibyte + 1 })).toThrow('is no export')
    expect(() => requireTotalSize('export.tar.gz', { packed: gibibyte, size: 20 * gibibyte })).not.toThrow()
  })

  test('with a file that is larger than the archive says is refused', async () => {
    const lies = changed(zipOf({ 'users.json': slack['users.json'], ...slack }), DIRECTORY, [[24, 10, 4]])
    await expect(converted(lies)).rejects.toThrow('users.json in export.zip is larger than the archive says')
  })

  test('whose files share their bytes is refused', async () => {
    const once = zipOf({ 'users.json': 'x'.repeat(10) })
    const bytes = readFileSync(once)
    const [from, to] = [DIRECTORY, END].map((mark) => bytes.indexOf(Buffer.from(mark, 'latin1')))
    const entry = bytes.subarray(from, to)
    entry.writeUInt32LE(bytes.length, 20)
    const end = Buffer.from(bytes.subarray(to))
    end.writeUInt16LE(3, 10)
    end.writeUInt32LE(entry.length * 3, 12)
    writeFileSync(once, Buffer.concat([bytes.subarray(0, from), entry, entry, entry, end]))
    await expect(converted(once)).rejects.toThrow('has files that overlap')
  })

  test.each([
    ['a negative size', '-1000'],
    ['a negative size in hexadecimal', '-0x200'],
    ['a size that is no number', 'size'],
    ['a size with a fraction', '1.5'],
    ['a size of digits that are not octal', '99'],
    ['a size with an exponent', '1e9'],
    ['a negative size of base 256', Buffer.from('ff'.repeat(11) + '00', 'hex')],
    ['a huge size of base 256', Buffer.from('ff7f'.padEnd(24, 'f'), 'hex')],
  ])('whose tar has %s ends, and is refused', async (_, size) => {
    await expect(converted(withHeader(tarOf(slack, 'export.tar'), { size }))).rejects.toThrow(
      'export.tar is a broken tar archive.',
    )
  })

  test.each(['-512', 'NaN', '0x10', '99999999999999999999'])(
    'whose extended header says a size of %s is refused',
    async (size) => {
      const path = tarOf({ [`${'x'.repeat(200)}.json`]: [], ...slack }, 'export.tar', ['--format=pax'])
      const bytes = readFileSync(path)
      const at = bytes.indexOf(` path=./${'x'.repeat(20)}`)
      // The record keeps its length: it names the size instead of the path.
      const record = bytes.subarray(bytes.lastIndexOf('\0', at) + 1, bytes.indexOf('\n', at) + 1)
      bytes.write(
        `${record.length} size=${size.padEnd(record.length - `${record.length} size=\n`.length)}\n`,
        bytes.indexOf(record),
      )
      writeFileSync(path, bytes)
      await expect(converted(path)).rejects.toThrow('export.tar is a broken tar archive.')
    },
  )

  test.each(['-9 path=x', '0 path=x', '9e9 path=x', 'path=x', '3 path=x', '400 path=x'])(
    'whose extended header has the record %s is refused',
    async (record) => {
      const path = tarOf({ [`${'x'.repeat(200)}.json`]: [], ...slack }, 'export.tar', ['--format=pax'])
      const bytes = readFileSync(path)
      const at = bytes.indexOf(` path=./${'x'.repeat(20)}`)
      bytes.write(`${record}\n`, bytes.lastIndexOf('\0', at) + 1)
      writeFileSync(path, bytes)
      await expect(converted(path)).rejects.toThrow(/export\.tar is (?:a broken tar archive|not complete)\./)
    },
  )

  test('with one file that cannot be unpacked loses only the rest of this file', async () => {
    const zip = zipOf({ ...slack, 'general/2019-01-02.json': slack['general/2019-01-01.json'] })
    const bytes = readFileSync(zip)
    const at = bytes.indexOf('general/2019-01-01.json')
    bytes.fill(0xff, at + 23, at + 40)
    writeFileSync(zip, bytes)
    const { rows, report } = await converted(zip)
    expect(rows('messages')).toHaveLength(1)
    expect(report.skipped['the row cannot be read']).toMatchObject({
      number: 1,
      examples: [expect.stringContaining('general/2019-01-01.json: ')],
    })
  })
})
