import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { breakR2, bytesOf, fileOf, formWith, storedKeys, uploadFile, visit, linkTo } from '../support/files'
import { doDueWorkAfter30Days } from '../support/alarms'
import { captureConsole } from '../support/faults'
import { selectRows } from '../support/tables'
import {
  downloadExport,
  createExport,
  listExports,
  exportPath,
  untilExportsFinish,
  watchGets,
  realmWithoutAlarms,
} from '../support/exports'
import { succeeded, type Json } from '../support/person'
import { PNG } from '../support/pictures'
import { freshRealm } from '../support/realm'

const jsonOf = (response: Response): Promise<Json> => response.json()

const bytesIn = async (response: Response) => new Uint8Array(await response.arrayBuffer())

describe('GET /exports/:export_id/:secret/:filename', () => {
  test('serves the export to each client with its URL, and refuses wrong secrets', async () => {
    const { realm, ada, ben } = await realmWithoutAlarms()
    const otherRealm = await freshRealm()
    const pending = succeeded(await ada.post('/export/realm'))
    const [{ secret }] = await selectRows(realm, 'SELECT secret FROM exports')
    expect((await visit(realm, `/exports/${pending.id}/${secret}/x.tar`)).status).toBe(404)
    await untilExportsFinish(realm, ada)
    const [dataExport] = await listExports(ada)
    const path = exportPath(dataExport)
    for (const who of [realm, ben]) {
      const response = await visit(who, path)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/x-tar',
        'content-disposition': `attachment; filename="${realm.name}-export-1.tar"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
      await response.body!.cancel()
    }
    const head = await visit(realm, path, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const other = `${secret.slice(0, -1)}${secret.endsWith('x') ? 'y' : 'x'}`
    for (const wrong of [`1/${other}`, `1/${secret.slice(0, -1)}`, `1/${secret}x`, `2/${secret}`, `0/${secret}`])
      expect((await visit(ada, `/exports/${wrong}/x.tar`)).status, wrong).toBe(404)
    expect((await visit(ada, `/exports/x/${secret}/x.tar`)).status).toBe(404)
    expect((await visit(otherRealm.ada, path)).status).toBe(404)
  })

  test('refuses all requests while the organization is deactivated', async () => {
    const { realm, ada } = await realmWithoutAlarms()
    const dataExport = await createExport(realm, ada)
    expect((await visit(realm, exportPath(dataExport), { method: 'HEAD' })).status).toBe(200)
    succeeded(await ada.post('/realm/deactivate'))
    expect((await visit(realm, exportPath(dataExport))).status).toBe(404)
  })

  test('has empty bytes for an upload that was deleted in the meantime, and fails with 503 while R2 is unavailable', async () => {
    const { realm, ada, dov, general } = await realmWithoutAlarms()
    const [remaining, deleted] = [await uploadFile(dov, fileOf('Kept')), await uploadFile(dov, fileOf('Gone'))]
    await dov.sends(general, 'lunch', `${linkTo(remaining)} ${linkTo(deleted)}`)
    const dataExport = await createExport(realm, ada)
    const { attachments } = succeeded(await dov.get('/attachments'))
    succeeded(await dov.delete(`/attachments/${attachments[1].id}`))
    await doDueWorkAfter30Days(realm)
    const contents = await downloadExport(realm, dataExport)
    const uploads = contents.names.filter((name) => name.startsWith('attachments/'))
    expect(uploads.map((name) => contents.text(name))).toEqual(['Kept', '\0\0\0\0'])
    captureConsole('error')
    breakR2(realm, 'head')
    const response = await visit(realm, exportPath(dataExport))
    expect([response.status, await response.json()]).toMatchObject([503, { code: 'STORE_UNAVAILABLE' }])
  })

  test('breaks off if a file of the export itself is missing', async () => {
    const { realm, ada, dov } = await realmWithoutAlarms()
    succeeded(await dov.request('/users/me/avatar', { method: 'POST', body: formWith(fileOf(PNG)) }).then(jsonOf))
    const dataExport = await createExport(realm, ada)
    for (const part of [/included\/users-/, /[^/]{43}\/users-/]) {
      const key = (await storedKeys(realm)).find((storedKey) => part.test(storedKey))!
      await env.FILES.delete(`${realm.name}/${key}`)
      await expect(downloadExport(realm, dataExport)).rejects.toThrow('R2 has lost users-000001.json')
    }
  })

  test('continues a download that was interrupted, from any byte on', async () => {
    const { realm, ada, dov, general } = await realmWithoutAlarms()
    for (const [size, name] of [
      [700, 'ü.bin'],
      [130_000, `${'x'.repeat(180)}.bin`],
      [0, 'empty.bin'],
    ] as const)
      await dov.sends(general, 'files', linkTo(await uploadFile(dov, fileOf(bytesOf(size), name))))
    const path = exportPath(await createExport(realm, ada))
    const complete = await visit(realm, path)
    const etag = complete.headers.get('etag')!
    const whole = await bytesIn(complete)
    expect(complete.headers.get('content-length')).toBe(String(whole.length))
    expect(complete.headers.get('accept-ranges')).toBe('bytes')
    const part = (range: string, more: Record<string, string> = {}) =>
      visit(realm, path, { headers: { range, ...more } })
    for (let offset = 1; offset < whole.length; offset += 4_999) {
      const response = await part(`bytes=${offset}-${offset + 4_998}`, { 'if-range': etag })
      const end = Math.min(offset + 4_999, whole.length)
      expect(response.status).toBe(206)
      expect(response.headers.get('content-range')).toBe(`bytes ${offset}-${end - 1}/${whole.length}`)
      expect(await bytesIn(response), `from ${offset}`).toEqual(whole.slice(offset, end))
    }
    expect(await bytesIn(await part('bytes=-512'))).toEqual(new Uint8Array(512))
    expect((await part(`bytes=${whole.length}-`)).status).toBe(416)
    const changed = await part('bytes=1-', { 'if-range': '"another"' })
    expect([changed.status, (await bytesIn(changed)).length]).toEqual([200, whole.length])
  })

  test('reads only the files of the part that the client asks for', async () => {
    const { realm, ada, dov, general } = await realmWithoutAlarms()
    const upload = await uploadFile(dov, fileOf(bytesOf(100_000), 'large.bin'))
    await dov.sends(general, 'files', linkTo(upload))
    const path = exportPath(await createExport(realm, ada))
    const gets = watchGets(realm)
    await bytesIn(await visit(realm, path, { headers: { range: 'bytes=0-99' } }))
    expect(gets).toEqual([])
    await bytesIn(await visit(realm, path, { headers: { range: 'bytes=0-999' } }))
    expect(gets.map((key) => key.split('/').at(-1))).toEqual(['export.json'])
  })

  test('supports file names of any length in any script, and files of any size', async () => {
    const { realm, ada, dov, general } = await realmWithoutAlarms()
    const names = ['履歴書.pdf', `${'x'.repeat(251)}.txt`, 'é'.repeat(120), 'plain.bin', 'empty.txt']
    const sizes = [513, 512, 511, 3_000_000, 0]
    for (const [index, name] of names.entries()) {
      const file = await uploadFile(dov, fileOf(new Uint8Array(sizes[index]!).fill(index + 1), name))
      await dov.sends(general, 'files', linkTo(file))
    }
    const { files } = await downloadExport(realm, await createExport(realm, ada))
    const attachments = [...files].filter(([name]) => name.startsWith('attachments/'))
    expect(attachments.map(([name, bytes]) => [name.split('/').at(-1), bytes.length])).toEqual(
      names.map((name, index) => [name, sizes[index]]),
    )
    for (const [index, [, bytes]] of attachments.entries()) expect(bytes.every((byte) => byte === index + 1)).toBe(true)
  })

  test('reads from R2 only as much as the client downloads', async () => {
    const { realm, ada, dov, general } = await realmWithoutAlarms()
    for (let index = 0; index < 7; index++) {
      const file = await uploadFile(dov, fileOf(bytesOf(3_000_000), `${index}.bin`))
      await dov.sends(general, 'files', linkTo(file))
    }
    const dataExport = await createExport(realm, ada)
    const gets = watchGets(realm)
    const response = await visit(realm, exportPath(dataExport))
    const reader = response.body!.getReader()
    let received = 0
    while (received < 1_000_000) received += (await reader.read()).value!.length
    const uploads = () => gets.filter((key) => key.startsWith('uploads/'))
    expect(uploads().length).toBeLessThan(5)
    await reader.cancel()
    const getCount = gets.length
    expect(succeeded(await ada.get('/export/realm')).exports).toHaveLength(1)
    expect(gets).toHaveLength(getCount)
    expect(
      (await downloadExport(realm, dataExport)).names.filter((name) => name.startsWith('attachments/')),
    ).toHaveLength(7)
  })
})
