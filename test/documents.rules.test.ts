import path from 'node:path'
import { expect, test } from 'vitest'
import { complaintsAboutDocuments } from '../scripts/language/documents.ts'

test('every path in a document exists, and the README has at most 150 lines', () => {
  expect(complaintsAboutDocuments(path.join(import.meta.dirname, '..'))).toEqual([])
})
