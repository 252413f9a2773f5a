import type { Mutant } from './mutant'

export const mutants: Mutant[] = [
  {
    file: 'src/store/texts-in-d1.ts',
    search: 't.realm_id = (SELECT id FROM realm) AND t.id = summed.id',
    replace: 't.id = summed.id',
    reason: 'Messages and earlier versions of another realm are served under the same ids.',
    tests: ['test/threats/realm-separation.test.ts'],
  },
  {
    file: 'src/store/d1-tables.ts',
    search: 'ON ${name}.realm_id = ?1 AND',
    replace: 'ON',
    reason: "The search terms of one realm's messages are written to another realm.",
    tests: ['test/messages/search.test.ts', 'test/store/d1-tables.test.ts'],
  },
  {
    file: 'src/store/files.ts',
    search: '`${this.realm_name}/${key}`',
    replace: 'key',
    reason: 'Two realms share the files of one name.',
    tests: ['test/files/uploads.form.test.ts', 'test/threats/other-realms.test.ts', 'test/organization/realms.test.ts'],
  },
  {
    file: 'src/store/email.ts',
    search: '.update(`${realm_name} ${seed}`)',
    replace: '.update(seed + realm_name.slice(0, 0))',
    reason: 'A link from an email of one realm works in another.',
    tests: [
      'test/mail/mail.test.ts',
      'test/threats/email-links.test.ts',
      'test/accounts/invitations.acceptance.test.ts',
    ],
  },
  {
    file: 'src/api/realm-locator.ts',
    search: 'if (await isElsewhere(namespace, place)) return',
    replace: 'if (false) return',
    reason: 'Two realms of one name write to the same rows of D1.',
    tests: ['test/organization/realms.test.ts'],
  },
  {
    file: 'src/api/realm-locator.ts',
    search: 'if (absentUntil.size >= MAX_ABSENT_NAMES) absentUntil.clear()',
    replace: '',
    reason: "Asking for names of no realm fills the Worker's memory.",
    tests: ['test/threats/responses.test.ts', 'test/organization/realms.test.ts'],
  },
  {
    file: 'src/api/hosts.ts',
    search: "return label.includes('.') ? undefined : label",
    replace: "return label.split('.').at(-1)",
    reason: 'A host with more labels means the realm of its last one.',
    tests: ['test/organization/realms.test.ts'],
  },
  {
    file: 'src/domain/messages/search/candidate-lists.ts',
    search: 'await findCandidates(edge.texts, needed, page)',
    replace: "await findCandidates({ ...edge.texts, realm_id: 'another' }, needed, page)",
    reason: 'A search reads the search terms of another realm.',
    tests: ['test/messages/search.test.ts'],
  },
  {
    file: 'src/listening-realm.ts',
    search: 'files: new Files(FILES, name)',
    replace: "files: new Files(FILES, '')",
    reason: 'The realm deletes files of another realm.',
    tests: ['test/files/uploads.form.test.ts', 'test/data/exports.test.ts'],
  },
]
