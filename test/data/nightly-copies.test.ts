import { env } from 'cloudflare:workers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { PointInTime } from '../../src/store/point-in-time'
import { doDueWork, preventAlarms } from '../support/alarms'
import { advanceClock, stopClock } from '../support/clock'
import { captureConsole } from '../support/faults'
import { fileOf, formWith, linkTo, storedKeys, uploadFile } from '../support/files'
import { newestMessages } from '../support/messages'
import { PNG } from '../support/pictures'
import { succeeded, type Json } from '../support/person'
import { asOperator, copyOf, fill, type Copy } from '../support/realm-copies'
import { newRealmFor } from '../support/lively-realm'
import { newChannel, type TestRealm } from '../support/realm'
import { realmWithVariables } from '../support/realm-with-variables'
import { selectRows } from '../support/tables'

const DAY = 24 * 3600

const bucket = (env as unknown as { SECOND_BUCKET: R2Bucket }).SECOND_BUCKET

/** Returns a realm of a deployment with a second bucket, in which ada sent a message with a file. */
async function realmWithSecondBucket(variables: Record<string, string> = {}) {
  // At night, an alarm of the new realm would begin a copy before the clock stops.
  const { realm, ada } = await realmWithVariables({ BACKUPS: bucket, ...variables } as object)
  await preventAlarms(realm)
  // Copies begin at night.
  await stopClock(realm, (Math.floor(Date.now() / 1000 / DAY) + 1) * DAY + DAY / 2)
  const general = await newChannel(ada, 'general', [ada])
  const file = await uploadFile(ada, fileOf('The notes'))
  const message = await ada.sends(general, 'lunch', `Soup ${linkTo(file)}`)
  return { realm, ada, general, message }
}

const keysIn = async ({ name }: TestRealm): Promise<string[]> =>
  (await bucket.list({ prefix: `${name}/` })).objects.map(({ key }) => key.slice(name.length + 1))

const folders = async (realm: TestRealm): Promise<string[]> => [
  ...new Set((await keysIn(realm)).flatMap((key) => /^\d{4}-\d\d-\d\d/.exec(key) ?? [])),
]

/** Lets nights pass. */
async function sleeps(realm: TestRealm, nights: number) {
  for (let night = 0; night < nights; night++) {
    await advanceClock(realm, DAY)
    await works(realm)
  }
}

/** A copy has about a hundred lists, and each run of the alarm does some of them. */
async function works(realm: TestRealm) {
  for (let runs = 0; runs < 40; runs++) await doDueWork(realm)
}

const textOf = async ({ name }: TestRealm, key: string): Promise<string> =>
  (await (await bucket.get(`${name}/${key}`))?.text()) ?? ''

const rowsIn = (text: string): Json[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

/** Reads a copy in the bucket. */
async function readCopy(realm: TestRealm, folder: string): Promise<{ marker: Json; copy: Copy }> {
  const marker = JSON.parse(await textOf(realm, `${folder}/export.json`))
  const listed = async (list: string): Promise<Json[]> =>
    (await Promise.all(marker.lists[list].files.map(({ name }: Json) => textOf(realm, `${folder}/${name}`)))).flatMap(
      rowsIn,
    )
  const tables: Record<string, Json[]> = {}
  for (const { name } of marker.tables) tables[name] = await listed(`tables/${name}`)
  return {
    marker,
    copy: { marker, tables, messages: await listed('messages'), versions: await listed('old_versions') },
  }
}

describe('nightly copies', () => {
  test('have all rows and files of the realm, and fill another realm', async () => {
    const { realm, ada } = await realmWithSecondBucket()
    expect(await keysIn(realm)).toEqual([])
    await sleeps(realm, 1)
    const [folder = ''] = await folders(realm)
    const { marker, copy } = await readCopy(realm, folder)
    expect(marker).toMatchObject({ format: 'parley-realm-copy', format_version: 1, is_consistent: true })
    const { tables, messages } = await copyOf(realm)
    expect(copy.tables).toEqual(tables)
    expect(copy.messages).toEqual(messages)
    const [file] = rowsIn(await textOf(realm, `${folder}/files-000001.jsonl`))
    expect(await textOf(realm, file.name)).toBe('The notes')
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('The notes'))
    expect(file.sha256).toBe(Buffer.from(digest).toString('hex'))

    const other = await newRealmFor(ada)
    expect(await fill(other, copy)).toEqual([])
    expect((await copyOf(other)).messages).toEqual(messages)
  })

  test('are made only if something changed', async () => {
    const { realm, ada, general } = await realmWithSecondBucket()
    await sleeps(realm, 3)
    await ada.sends(general, 'lunch', 'Salad')
    await sleeps(realm, 3)
    const ends = (await selectRows(realm, 'SELECT last_event_id FROM nightly_copies')).map((row) => row.last_event_id)
    expect(ends.length).toBeGreaterThan(1)
    expect(new Set(ends).size).toBe(ends.length)
  })

  test('are kept for the stated number of nights, and the newest for longer', async () => {
    const { realm, ada, general } = await realmWithSecondBucket({ NIGHTLY_COPIES: '4' })
    await sleeps(realm, 1)
    const [first = ''] = await folders(realm)
    await ada.sends(general, 'lunch', 'Salad')
    await sleeps(realm, 1)
    expect(await folders(realm)).toContain(first)
    await sleeps(realm, 4)
    const kept = await folders(realm)
    expect(kept).not.toContain(first)
    const { copy } = await readCopy(realm, kept.at(-1)!)
    expect(copy.messages.at(-1)).toMatchObject({ content: 'Salad' })
    await advanceClock(realm, 40 * DAY)
    await works(realm)
    expect((await folders(realm)).length).toBeGreaterThan(0)
  })

  test('lose a file when the realm has lost it', async () => {
    const { realm, ada, message } = await realmWithSecondBucket()
    await sleeps(realm, 1)
    const isFile = (key: string) => key.startsWith('files/')
    expect((await keysIn(realm)).filter(isFile)).toHaveLength(1)
    succeeded(await ada.delete(`/messages/${message.id}`))
    const [attachment] = succeeded(await ada.get('/attachments')).attachments
    succeeded(await ada.delete(`/attachments/${attachment.id}`))
    await advanceClock(realm, 31 * DAY)
    await sleeps(realm, 2)
    expect((await keysIn(realm)).filter(isFile)).toEqual([])
    expect(await newestMessages(ada, 5)).toEqual([])
  })

  test('keep a file as long as a kept copy lists it, and no longer', async () => {
    const { realm, ada, general, message } = await realmWithSecondBucket({ NIGHTLY_COPIES: '4' })
    await sleeps(realm, 1)
    const [first = ''] = await folders(realm)
    const [listed] = rowsIn(await textOf(realm, `${first}/files-000001.jsonl`))
    succeeded(await ada.delete(`/messages/${message.id}`))
    const [attachment] = succeeded(await ada.get('/attachments')).attachments
    succeeded(await ada.delete(`/attachments/${attachment.id}`))
    await sleeps(realm, 2)
    const later = (await folders(realm)).at(-1)!
    expect(later).not.toBe(first)
    expect(await keysIn(realm)).not.toContain(`${later}/files-000001.jsonl`)
    expect(await folders(realm)).toContain(first)
    expect(await textOf(realm, listed?.name)).toBe('The notes')
    await ada.sends(general, 'lunch', 'Salad')
    await sleeps(realm, 4)
    expect(await folders(realm)).not.toContain(first)
    expect(await keysIn(realm)).not.toContain(listed?.name)
  })

  test('keep a file that the bucket of files has lost', async () => {
    captureConsole('error')
    const { realm, ada, general } = await realmWithSecondBucket()
    await sleeps(realm, 1)
    const [key = ''] = await storedKeys(realm)
    await env.FILES.delete(`${realm.name}/${key}`)
    await ada.sends(general, 'lunch', 'Salad')
    await sleeps(realm, 1)
    await ada.sends(general, 'lunch', 'Bread')
    await advanceClock(realm, 10 * DAY)
    await works(realm)
    expect(await folders(realm)).toHaveLength(1)
    expect(await textOf(realm, `files/${key}`)).toBe('The notes')
  })

  test('keep all files if the bucket of files is lost, and the log says so', async () => {
    const errors = captureConsole('error')
    const { realm, ada, general } = await realmWithSecondBucket({ NIGHTLY_COPIES: '2' })
    for (let file = 0; file < 10; file++) {
      const uploaded = await uploadFile(ada, fileOf(`File ${file}`))
      await ada.sends(general, 'files', linkTo(uploaded))
    }
    const picture = formWith(fileOf(PNG, 'me.png', 'image/png'))
    expect((await ada.request('/users/me/avatar', { method: 'POST', body: picture })).status).toBe(200)
    await sleeps(realm, 1)
    const copiedFiles = async () => (await keysIn(realm)).filter((key) => key.startsWith('files/'))
    const before = await copiedFiles()
    expect(before.filter((key) => key.startsWith('files/uploads/'))).toHaveLength(11)
    expect(before.length).toBeGreaterThan(11)
    for (const key of await storedKeys(realm)) await env.FILES.delete(`${realm.name}/${key}`)
    for (let night = 0; night < 3; night++) {
      await ada.sends(general, 'lunch', `Soup ${night}`)
      await sleeps(realm, 1)
    }
    expect(await copiedFiles()).toEqual(before)
    expect(errors.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ event: 'files_lost', realm: realm.name, files: 11 }),
    )
    expect(await selectRows(realm, 'SELECT * FROM nightly_copy_absences')).toEqual([])
  })

  test('are deleted with the realm', async () => {
    captureConsole('warn')
    const restarts = vi.spyOn(PointInTime.prototype, 'restartSoon').mockImplementation(() => undefined)
    onTestFinished(() => restarts.mockRestore())
    const { realm } = await realmWithSecondBucket()
    await sleeps(realm, 1)
    succeeded(await asOperator(realm, 'POST /realm/erase', { name: realm.name }))
    await advanceClock(realm, 31 * DAY)
    await doDueWork(realm)
    expect(await keysIn(realm)).toEqual([])
  })

  test('are not made without a bucket, or for no nights', async () => {
    const { realm } = await realmWithSecondBucket({ NIGHTLY_COPIES: '0' })
    await sleeps(realm, 2)
    expect(await keysIn(realm)).toEqual([])
  })
})

describe('GET /parley/nightly_copies', () => {
  test('returns the copies to the operator', async () => {
    const { realm, ada } = await realmWithSecondBucket()
    expect((await ada.get('/parley/nightly_copies')).result).toBe('error')
    expect(succeeded(await asOperator(realm, 'GET /parley/nightly_copies'))).toMatchObject({ nights: 7, copies: [] })
    await sleeps(realm, 1)
    const { copies } = succeeded(await asOperator(realm, 'GET /parley/nightly_copies'))
    expect(copies).toEqual([
      { folder: (await folders(realm))[0], begun_at: expect.any(Number), finished_at: expect.any(Number) },
    ])
  })
})
