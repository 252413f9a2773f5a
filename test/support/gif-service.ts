import { inject, onTestFinished, vi } from 'vitest'
import { succeeded, type Json, type Person } from './person'

declare module 'vitest' {
  interface ProvidedContext {
    gifServer: string
  }
}

const PUBLIC = /^https:\/\/(?:api\.giphy\.com|api\.klipy\.com|gifs\.example\.com)/

/** A service for GIFs of its own. The server calls only public addresses, so requests to one of them go to the service. */
export class GifService {
  readonly url = `https://gifs.example.com/${crypto.randomUUID()}`

  constructor() {
    if (vi.isMockFunction(globalThis.fetch)) return
    const { fetch: original } = globalThis
    const spy = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation((input, init) =>
        original(new Request(input, init).url.replace(PUBLIC, inject('gifServer')), init),
      )
    onTestFinished(() => spy.mockRestore())
  }

  async behaves(behavior: string, answer?: Json): Promise<void> {
    await (
      await fetch(this.url, { method: 'PUT', body: JSON.stringify({ behavior, answer, pictures: this.url }) })
    ).text()
  }

  async searches(): Promise<Json[]> {
    return (await (await fetch(this.url)).json<Json>()).searches
  }
}

/** Chooses a service at an address and stores a key for it, as an owner does. */
export async function choosesGifs(owner: Person, service: GifService): Promise<void> {
  await service.behaves('answers')
  succeeded(await owner.patch('/realm', { parley_gif_service: 'address', parley_gif_url: service.url }))
  succeeded(await owner.post('/parley/gifs/key', { key: 'the-key' }))
}
