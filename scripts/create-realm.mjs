// `npm run create-realm`: creates a realm and its owner on a deployment of this server.

import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { askWithSecret, Refused } from './api-client.mjs'

const USAGE = `npm run create-realm -- --url https://chat.example.com --name acme --owner-email ada@example.com

  --url             any host of the deployment
  --secret          its DEPLOYMENT_SECRET; better in the environment variable of that name
  --name            lowercase letters, digits and hyphens: the first label of the realm's host
  --full-name       the displayed name (default: the name)
  --owner-email     the owner's email address
  --owner-name      the owner's displayed name (default: the part before the @)
  --owner-password  at least 6 characters (default: a random password, which is printed)
  --jurisdiction    eu or fedramp: where the realm is stored, permanently
  --location-hint   wnam, enam, sam, weur, eeur, apac, oc, afr or me: the region; not with a jurisdiction`

const text = { type: 'string' }
const { values: given } = parseArgs({
  options: {
    url: text,
    secret: text,
    name: text,
    'full-name': text,
    'owner-email': text,
    'owner-name': text,
    'owner-password': text,
    jurisdiction: text,
    'location-hint': text,
    help: { type: 'boolean', short: 'h' },
  },
})

const secret = given.secret ?? process.env.DEPLOYMENT_SECRET
const complete = given.url && given.name && given['owner-email'] && secret
if (given.help || !complete) {
  console.log(USAGE)
  process.exit(given.help ? 0 : 1)
}

const password = given['owner-password'] ?? randomBytes(12).toString('base64url')
const options = {
  name: given.name,
  full_name: given['full-name'],
  owner_email: given['owner-email'],
  owner_full_name: given['owner-name'] ?? given['owner-email'].split('@')[0],
  owner_password: password,
  jurisdiction: given.jurisdiction,
  location_hint: given['location-hint'],
}
const fields = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

try {
  const created = await askWithSecret(given.url.replace(/\/$/, ''), secret)('POST /realms', fields)
  console.log(`The realm ${created.realm} is at ${created.realm_url}

  Owner     ${created.email}
  Password  ${password}
  API key   ${created.api_key}`)
} catch (error) {
  console.error(
    error instanceof Refused ? error.message : `${given.url} did not answer: ${error.cause?.message ?? error.message}`,
  )
  process.exitCode = 1
}
