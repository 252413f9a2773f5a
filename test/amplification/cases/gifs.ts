import { succeeded } from '../../support/person'
import type { Cases } from '../case'
import type { World } from '../world'

/** No request leaves this machine, so the service is at an address that the server does not call. All before that is done. */
const choose = async ({ cast }: World) => {
  const parley_gif_url = `https://127.0.0.1/${'x'.repeat(180)}`
  succeeded(await cast.ada.patch('/realm', { parley_gif_service: 'address', parley_gif_url }))
  succeeded(await cast.ada.post('/parley/gifs/key', { key: 'x' }))
}

export const gifCases: Cases = {
  'GET /parley/gifs': async (world) => {
    await choose(world)
    return { fields: { query: 'x'.repeat(100), kind: 'sticker', after: 'x'.repeat(200) }, expected: 400 }
  },
  'POST /parley/gifs/key': async (world) => {
    await choose(world)
    return { fields: { key: 'x'.repeat(500) } }
  },
  'DELETE /parley/gifs/key': async (world) => {
    await choose(world)
    return { fields: {} }
  },
}
