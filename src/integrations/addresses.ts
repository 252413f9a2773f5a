import type { Integration } from './integration'
import { findIntegration } from './services'

/** The chat servers whose clients can send messages here. The names are those in the list of deliveries. */
export const ADDRESS_FORMATS = {
  'slack address': async () => (await import('./addresses/slack')).slackAddress,
  'mattermost address': async () => (await import('./addresses/mattermost')).mattermostAddress,
  'rocketchat address': async () => (await import('./addresses/rocketchat')).rocketchatAddress,
  'discord address': async () => (await import('./addresses/discord')).discordAddress,
  'teams address': async () => (await import('./addresses/teams')).teamsAddress,
} as const satisfies Record<string, () => Promise<Integration>>

const LOADERS: Readonly<Record<string, () => Promise<Integration>>> = ADDRESS_FORMATS

/** Returns whether a delivery came to an address for the clients of another chat server. */
export const isOfAddress = (name: string): boolean => Object.hasOwn(LOADERS, name)

/** Returns the integration under whose name a delivery is stored. */
export const findIntegrationOfDelivery = async (name: string): Promise<Integration | undefined> =>
  isOfAddress(name) ? LOADERS[name]!() : findIntegration(name)
