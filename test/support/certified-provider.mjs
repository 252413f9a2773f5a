import { once } from 'node:events'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'

/** Starts the provider before the tests. It cannot run in the runtime of the Worker. */
export async function setup(project) {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${server.address().port}`
  const provider = new Provider(issuer, {
    features: { registration: { enabled: true } },
    claims: { email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    cookies: { keys: ['a key'] },
    // Any login is an account, and its name is its address.
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: true, name: 'Zoe Zimmer', groups: groups.get(id) ?? [] }),
    }),
  })
  const groups = new Map()
  server.on('request', (request, response) => {
    const { pathname, searchParams } = new URL(request.url, issuer)
    if (pathname !== '/test/groups') return void provider.callback()(request, response)
    groups.set(searchParams.get('login'), searchParams.getAll('group'))
    response.end()
  })
  project.provide('certifiedProvider', issuer)
  return async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
}
