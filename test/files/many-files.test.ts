import { runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { fileOf, uploadFile } from '../support/files'
import { meterOf } from '../support/meter'
import { succeeded } from '../support/person'
import { freshRealm, type TestRealm } from '../support/realm'

const MANY = 3000

/** Files of no message, whose bytes are never read. */
const addFiles = (realm: TestRealm, owner_id: number) =>
  runInDurableObject(realm.stub, (_, { storage }) => {
    storage.sql.exec(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
       INSERT INTO attachments (path_id, key, owner_id, name, size, content_type, etag, created_at, unreferenced_since)
       SELECT '2/x/' || n || '/a.txt', 'x' || n, ?, 'a.txt', 10, 'text/plain', '', 1, NULL FROM numbers`,
      MANY,
      owner_id,
    )
  })

test('the sizes of all files are read for the first upload, and not for each', async () => {
  const { realm, dov, ada } = await freshRealm()
  await addFiles(realm, ada.id)
  await uploadFile(dov, fileOf('first', 'first.txt'))
  const before = await meterOf(realm)
  await uploadFile(dov, fileOf('second', 'second.txt'))
  const { attachments, upload_space_used } = succeeded(await dov.get('/attachments'))
  expect(upload_space_used).toBe(MANY * 10 + 'firstsecond'.length)
  const first = attachments.find(({ name }: { name: string }) => name === 'first.txt')
  succeeded(await dov.delete(`/attachments/${first.id}`))
  expect(succeeded(await dov.get('/attachments')).upload_space_used).toBe(MANY * 10 + 'second'.length)
  expect((await meterOf(realm)).read - before.read).toBeLessThan(MANY)
})
