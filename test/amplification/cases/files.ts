import { bytesOf, fileOf, uploadFile } from '../../support/files'
import { succeeded, type Json, type Person } from '../../support/person'
import { PNG } from '../../support/pictures'
import type { Cases } from '../case'
import type { World } from '../world'

const MIB = 1024 * 1024
const TUS = { 'tus-resumable': '1.0.0' }

async function beginUpload(person: Person, size: number): Promise<string> {
  const response = await person.request('/tus/', {
    method: 'POST',
    headers: { ...TUS, 'upload-length': String(size), 'upload-metadata': `filename ${btoa('x'.repeat(200))}` },
  })
  return response.headers.get('location')?.split('/').at(-1) ?? ''
}

/** Returns the parts of the address of a file. */
const placeOf = (url: string) => {
  const [, , realm_id_str, ...rest] = url.split('/')
  return { realm_id_str, filename: rest.join('/') }
}

async function picture({ cast }: World): Promise<{ realm_id_str?: string; filename: string }> {
  const { url } = await uploadFile(cast.ada, fileOf(PNG, `${'x'.repeat(200)}.png`, 'image/png'))
  return placeOf(url)
}

export const fileCases: Cases = {
  'POST /user_uploads': () => ({ files: [fileOf(bytesOf(8 * MIB), `${'x'.repeat(200)}.bin`)] }),
  'GET /attachments': async ({ cast }) => {
    for (let index = 0; index < 5; index++) await uploadFile(cast.ada, fileOf('Notes', `${'x'.repeat(200)}.txt`))
    return {}
  },
  'DELETE /attachments/:attachment_id': async ({ cast }) => {
    const { url } = await uploadFile(cast.ada)
    const { attachments } = succeeded(await cast.ada.get('/attachments'))
    const found = attachments.find(({ path_id }: Json) => url.endsWith(path_id))
    return { fields: { attachment_id: found.id } }
  },
  'POST /tus': ({ cast }) => ({
    sender: cast.ada,
    fields: {},
    body: '',
    headers: { ...TUS, 'upload-length': '1000', 'upload-metadata': `filename ${btoa('x'.repeat(200))}` },
  }),
  'HEAD /tus/:upload_id': async ({ cast }) => ({
    fields: { upload_id: await beginUpload(cast.ada, 1000) },
    headers: TUS,
  }),
  'PATCH /tus/:upload_id': async ({ cast }) => ({
    fields: { upload_id: await beginUpload(cast.ada, 6 * MIB) },
    body: bytesOf(6 * MIB),
    headers: { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
  }),
  'DELETE /tus/:upload_id': async ({ cast }) => ({
    fields: { upload_id: await beginUpload(cast.ada, 1000) },
    headers: TUS,
  }),
  'POST /parley/replica/files': async ({ cast }) => {
    const path_ids: string[] = []
    for (let index = 0; index < 10; index++) {
      const { url } = await uploadFile(cast.ada, fileOf('Notes', `${'x'.repeat(200)}.txt`))
      path_ids.push(url.replace('/user_uploads/', ''))
      for (let nth = 0; nth < 3; nth++) await cast.ada.sends(cast.general, 'files', `[file](${url})`)
    }
    return { fields: { path_ids } }
  },
  'GET /user_uploads/:realm_id_str/:filename+': async (world) => ({ fields: await picture(world) }),
  'GET site:/user_uploads/:realm_id_str/:filename+': async ({ cast }) => {
    const { url } = await uploadFile(cast.ada, fileOf(bytesOf(3 * MIB), 'much.bin'))
    return { fields: placeOf(url) }
  },
  'GET site:/user_uploads/download/:realm_id_str/:filename+': async (world) => ({ fields: await picture(world) }),
  'GET site:/user_uploads/thumbnail/:realm_id_str/:filename+': async (world) => {
    const { realm_id_str, filename } = await picture(world)
    return { fields: { realm_id_str, filename: `${filename}/840x560.webp` } }
  },
  'GET /thumbnail/status/:realm_id_str/:filename+': async (world) => ({ fields: await picture(world) }),
  'GET site:/user_uploads/temporary/:token/:filename': async (world) => {
    const { realm_id_str, filename } = await picture(world)
    const { url } = succeeded(await world.cast.ada.get(`/user_uploads/${realm_id_str}/${filename}`))
    const [, , , token, name] = url.split('/')
    return { fields: { token, filename: name } }
  },
  'GET site:/thumbnail': () => ({ expected: 403 }),
  'GET site:/external_content/:digest/:received_url': () => ({ expected: 403 }),
}
