import { describe, expect, test } from 'vitest'
import { newPathId, normalizeFileName, refusalOfSize } from '../../src/domain/files/uploads/rules'

const MIB = 1024 * 1024
const TOO_LARGE = "File is larger than this server's configured maximum upload size (16 MiB)."
const QUOTA_EXCEEDED = "Upload would exceed your organization's upload quota."

describe('refusals of files by size', () => {
  test.for([
    [16 * MIB, null, 100 * MIB, undefined],
    [16 * MIB + 1, null, 0, TOO_LARGE],
    [4 * MIB, 24, 20 * MIB, undefined],
    [4 * MIB, 24, 20 * MIB + 1, QUOTA_EXCEEDED],
    [0, 24, 24 * MIB, undefined],
    [17 * MIB, 24, 24 * MIB, TOO_LARGE],
  ] as const)('%i bytes, with a quota of %s MiB and %i bytes used: %s', ([size, quota_mib, used, refusal]) => {
    expect(refusalOfSize(size, { limit_mib: 16, quota_mib, used })?.message).toBe(refusal)
  })
})

describe('file names', () => {
  test.for([
    ['a b - c.txt', 'a b - c.txt', 'a-b-c.txt'],
    ['../../etc/passwd', 'passwd', 'passwd'],
    ['..\\windows\\system.ini', 'system.ini', 'system.ini'],
    ['..', 'uploaded-file', 'uploaded-file'],
    ['', 'uploaded-file', 'uploaded-file'],
    ['<script>.html', '<script>.html', 'script.html'],
    ['?', '?', 'uploaded-file'],
    ['ﬁne №1.txt', 'ﬁne №1.txt', 'fine-No1.txt'],
    ['a\u202Etxt.exe', 'atxt.exe', 'atxt.exe'],
    [`${'x'.repeat(300)}.txt`, `${'x'.repeat(251)}.txt`, `${'x'.repeat(251)}.txt`],
    ['🐱'.repeat(256), '🐱'.repeat(255), 'uploaded-file'],
  ])('%j is stored as %j and is %j in a path', ([sent, name, inPath]) => {
    expect(normalizeFileName(sent!)).toBe(name)
    expect(newPathId(7, 'abcdef', name!)).toBe(`7/ab/cdef/${inPath}`)
  })
})
