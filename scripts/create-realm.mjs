// `npm run create-realm`: a new realm, and its owner, on any deployment of this server.

import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { askWithSecret, Refused } from './api-client.mjs'

const USAGE = `npm run create-realm -- --url https://chat.example.com --name acme --owner-email ada@example.com

  --url             where the deployment answers; any of its hosts will do
  --secret          its DEPLOYMENT_SECRET; better in the environment variable of that name
  --name            lowercase letters, digits and hyphens: the first label of the realm's host
  --full-name       what people call it (the name)
  --owner-email     who owns it
  --owner-name      what people call the owner (what stands before the @)
  --owner-password  at least 6 characters (made up, and printed)
  --jurisdiction    eu or fedramp: where it is kept, for good
  --location-hint   wnam, enam, sam, weur, eeur, apac, oc, afr or me: near whom it is kept; not with a jurisdiction`

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
const wishes = {
  name: given.name,
  full_name: given['full-name'],
  owner_email: given['owner-email'],
  owner_full_name: given['owner-name'] ?? given['owner-email'].split('@')[0],
  owner_password: password,
  jurisdiction: given.jurisdiction,
  location_hint: given['location-hint'],
}
const chosen = Object.fromEntries(Object.entries(wishes).filter(([, value]) => value !== undefined))

try {
  const made = await askWithSecret(given.url.replace(/\/$/, ''), secret)('POST /realms', chosen)
  console.log(`The realm ${made.realm} is at ${made.realm_url}

  Owner     ${made.email}
  Password  ${password}
  API key   ${made.api_key}`)
} catch (error) {
  console.error(
    error instanceof Refused ? error.message : `${given.url} did not answer: ${error.cause?.message ?? error.message}`,
  )
  process.exitCode = 1
}
