import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { breakR2, bytesOf, fileOf, storedKeys, uploadFile, visit, linkTo } from '../support/files'
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
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'

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

  test('omits uploads that were deleted in the meantime, and fails with 503 while R2 is unavailable', async () => {
    const { realm, ada, dov, general } = await realmWithoutAlarms()
    const [remaining, deleted] = [await uploadFile(dov, fileOf('Kept')), await uploadFile(dov, fileOf('Gone'))]
    await dov.sends(general, 'lunch', `${linkTo(remaining)} ${linkTo(deleted)}`)
    const dataExport = await createExport(realm, ada)
    const { attachments } = succeeded(await dov.get('/attachments'))
    succeeded(await dov.delete(`/attachments/${attachments[1].id}`))
    await doDueWorkAfter30Days(realm)
    const { names, everything } = await downloadExport(realm, dataExport)
    expect(names.filter((name) => name.startsWith('attachments/'))).toHaveLength(1)
    expect(everything).toContain('Kept')
    expect(everything).not.toContain('\nGone')
    captureConsole('error')
    breakR2(realm, 'head')
    const response = await visit(realm, exportPath(dataExport))
    expect([response.status, await response.json()]).toMatchObject([503, { code: 'STORE_UNAVAILABLE' }])
  })

  test('breaks off if a file of the export itself is missing', async () => {
    const { realm, ada } = await realmWithoutAlarms()
    const dataExport = await createExport(realm, ada)
    for (const part of [/included\/users-/, /[^/]{43}\/users-/]) {
      const key = (await storedKeys(realm)).find((storedKey) => part.test(storedKey))!
      await env.FILES.delete(`${realm.name}/${key}`)
      await expect(downloadExport(realm, dataExport)).rejects.toThrow('R2 has lost users-000001.json')
    }
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
