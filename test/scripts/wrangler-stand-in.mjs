#!/usr/bin/env node
// Stands in for wrangler in the tests of `npm run deploy`: it keeps an account in a file, and notes each command.

import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import process from 'node:process'

const { STAND_IN_ACCOUNT: file, STAND_IN_CALLS: calls } = process.env
const account = JSON.parse(readFileSync(file, 'utf8'))
const args = process.argv.slice(2)
appendFileSync(calls, `${args.join(' ')}\n`)

const text = { type: 'string' }
const { values, positionals } = parseArgs({
  args,
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    remote: { type: 'boolean' },
    jurisdiction: text,
    location: text,
    name: text,
    format: text,
    config: text,
    'secrets-file': text,
    'dry-run': { type: 'boolean' },
    outdir: text,
    var: text,
  },
})

const print = (text) => process.stdout.write(`${text}\n`)

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const COMMANDS = {
  whoami() {
    if (account.accounts === undefined) {
      print('{"loggedIn":false}')
      process.exit(1)
    }
    print(JSON.stringify({ loggedIn: true, accounts: account.accounts }))
  },
  'd1 list': () => print(JSON.stringify(account.databases)),
  'd1 create'(name) {
    account.databases.push({
      uuid: `uuid-of-${name}`,
      name,
      jurisdiction: values.jurisdiction,
      location: values.location,
    })
  },
  'd1 info'(name) {
    const { uuid, gigabytes = 1 } = account.databases.find((database) => database.name === name)
    print(JSON.stringify({ uuid, name, database_size: gigabytes * 1e9 }))
  },
  'd1 migrations list': () => print('No migrations to apply!'),
  'd1 migrations apply'(binding) {
    if (account.refusesMigrations) fail('no such table: x')
    account.migrated = { binding, remote: values.remote, config: readFileSync(values.config, 'utf8') }
  },
  'r2 bucket info'(name) {
    if (!account.buckets.includes(name)) fail('The specified bucket does not exist. [code: 10006]')
    print(JSON.stringify({ name }))
  },
  'r2 bucket create': (name) => account.buckets.push(name),
  'secret list'() {
    if (account.secrets === undefined) fail('Worker "parley" not found. [code: 10007]')
    print(JSON.stringify(Object.keys(account.secrets).map((name) => ({ name, type: 'secret_text' }))))
  },
  deploy() {
    if (values['dry-run']) {
      const folder = String(values.outdir)
      writeFileSync(join(folder, 'worker.js'), account.code ?? 'code')
      writeFileSync(join(folder, 'README.md'), `generated at ${process.hrtime.bigint()}`)
      return
    }
    account.variable = values.var
    const secrets = values['secrets-file']
    if (secrets !== undefined && (statSync(secrets).mode & 0o077) !== 0) fail('Others can read the secrets')
    account.config = readFileSync(values.config, 'utf8')
    account.secrets = { ...account.secrets, ...(secrets ? JSON.parse(readFileSync(secrets, 'utf8')) : {}) }
    print(`Uploaded parley\nDeployed parley triggers\n  ${account.url}\nCurrent Version ID: 1`)
  },
}

const name = Object.keys(COMMANDS).find((command) => positionals.join(' ').startsWith(command))
if (name === undefined) fail(`Unknown command: ${args.join(' ')}`)
COMMANDS[name](positionals[name.split(' ').length])
writeFileSync(file, JSON.stringify(account))
