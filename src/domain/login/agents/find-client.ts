import { fetchOutside } from '../../../outside/fetch-outside'
import { purposes } from '../../../outside/purposes'
import type { Edge } from '../../../edge'
import { clientInDocument, isMetadataAddress, registeredClient, type OAuthClient } from './client-rules'

/** Returns the client with an id, or undefined if it is unknown. For an address, the Worker reads the document there. */
export async function findClient(
  { config }: Edge,
  client_id: string,
  own_hosts: readonly string[],
): Promise<OAuthClient | undefined> {
  if (!isMetadataAddress(client_id)) return registeredClient(client_id)
  const policy = { ...config.outside, own_hosts }
  const headers = { accept: 'application/json' }
  const result = await fetchOutside(policy, purposes.agents, { url: client_id, headers })
  if ('failure' in result || result.response.status !== 200) return undefined
  return clientInDocument(client_id, await result.response.text())
}
