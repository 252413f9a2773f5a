import { createHash } from 'node:crypto'
import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Files } from '../../src/store/files'
import { createExport, realmWithoutAlarms } from '../support/exports'
import { fileOf, linkTo, storedKeys, uploadFile } from '../support/files'
import type { Json } from '../support/person'
import { countRows, selectRows } from '../support/tables'

const MEBIBYTE = 1024 * 1024

/** R2 has as many zeros under a key as this, from now on. */
function enlarge(isLarge: (key: string) => boolean, size: number): { offset: number; length: number }[] {
  const ranges: { offset: number; length: number }[] = []
  // oxlint-disable-next-line typescript/unbound-method -- they are called with an object
  const { head, get } = Files.prototype
  const heads = vi.spyOn(Files.prototype, 'head').mockImplementation(async function (this: Files, key) {
    const found = await head.call(this, key)
    return found && isLarge(key) ? { ...found, size } : found
  })
  const gets = vi.spyOn(Files.prototype, 'get').mockImplementation(async function (this: Files, key, options = {}) {
    if (!isLarge(key)) return get.call(this, key, options)
    const { offset, length } = options.range as { offset: number; length: number }
    ranges.push({ offset, length })
    const zeros = new Uint8Array(MEBIBYTE)
    let left = length
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (left === 0) return controller.close()
        const bytes = Math.min(left, MEBIBYTE)
        left -= bytes
        controller.enqueue(zeros.subarray(0, bytes))
      },
    })
    return { body } as unknown as R2ObjectBody
  })
  onTestFinished(() => [heads, gets].forEach((spy) => spy.mockRestore()))
  return ranges
}

const sumOfZeros = (mebibytes: number): string => {
  const hash = createHash('sha256')
  for (let count = 0; count < mebibytes; count++) hash.update(new Uint8Array(MEBIBYTE))
  return hash.digest('hex')
}

// It computes the checksum of 257 MiB.
test('a file above 256 MiB has a checksum too, which several batches compute', async () => {
  const { realm, ada, dov, general } = await realmWithoutAlarms()
  const small = await uploadFile(dov, fileOf('Notes', 'notes.txt'))
  const film = await uploadFile(dov, fileOf('A film', 'film.mp4'))
  await dov.sends(general, 'lunch', `${linkTo(small)} ${linkTo(film)}`)
  const [{ key: large }] = (await selectRows(realm, `SELECT key FROM attachments WHERE name = 'film.mp4'`)) as [Json]
  const ranges = enlarge((key) => key === large, 257 * MEBIBYTE)
  await createExport(realm, ada)
  expect(ranges.map(({ offset }) => offset / MEBIBYTE)).toEqual([0, 32, 64, 96, 128, 160, 192, 224, 256])
  expect(ranges.at(-1)!.length).toBe(MEBIBYTE)
  expect(await countRows(realm, 'export_checksums')).toBe(0)
  const [list = ''] = (await storedKeys(realm)).filter((key) => key.includes('/included/attachments'))
  const included: Json[] = await (await env.FILES.get(`${realm.name}/${list}`))!.json()
  expect(included.find(({ key }) => key === large)).toMatchObject({ size: 257 * MEBIBYTE, sha256: sumOfZeros(257) })
})
