import { testTexts } from '../support/service-texts'

const revision = {
  sender: { login: 'ann' },
  reference: 'refs/heads/main',
  commit_sha: '2d9f5fcec1ca7c68fa7bd44dd58ec4ff65814563',
  commit_message: 'Fix it\n\nDetails',
}
const semaphore = (url: string, fields: object) => ({
  project: { name: 'shop' },
  organization: { name: 'org' },
  workflow: { id: 'w1' },
  pipeline: { name: 'Tests', result: 'passed' },
  repository: { url },
  revision: { ...revision, ...fields },
})
const PULL = { reference_type: 'pull_request', pull_request: { name: 'Fix', number: '3', branch_name: 'fix' } }
const RUN = '[Tests](https://org.semaphoreci.com/workflows/w1) pipeline **passed**'
const HUB = 'https://github.com/org/shop'

const gocd = (stage: object) => ({
  type: 'stage',
  data: {
    pipeline: {
      name: 'shop',
      'build-cause': [
        {
          material: { 'git-configuration': { url: 'https://gh/shop', branch: 'main' } },
          modifications: [{ revision: '40f0a7ef224a0a2fba438b158483b' }],
        },
      ],
      stage: { name: 'test', 'create-time': '10:00', jobs: [], ...stage },
    },
  },
})

testTexts({
  semaphore: [
    {
      what: 'a push with links to GitHub',
      body: semaphore(HUB, { reference_type: 'branch', branch: { name: 'main' } }),
      topic: 'shop/main',
      text:
        `${RUN}:\n* **Commit**: [(2d9f5fcec1c)](${HUB}/commit/${revision.commit_sha}) Fix it\n` +
        '* **Branch**: main\n* **Author**: [ann](https://github.com/ann)',
    },
    {
      what: 'a pull request without links to another host',
      body: semaphore('https://other/shop', PULL),
      topic: 'shop/fix',
      text: `${RUN}:\n* **Pull request**: Fix (#3)\n* **Branch**: fix\n* **Author**: ann`,
    },
    {
      what: 'a pull request of GitHub',
      body: semaphore(HUB, PULL),
      text: `${RUN}:\n* **Pull request**: [Fix](${HUB}/pull/3)\n* **Branch**: fix\n* **Author**: [ann](https://github.com/ann)`,
    },
    {
      what: 'a pipeline of another kind',
      body: semaphore(HUB, { reference_type: 'schedule' }),
      topic: 'shop',
      text: `${RUN} for schedule event`,
    },
  ],
  gocd: [
    {
      what: 'a stage that started',
      body: gocd({ state: 'Building' }),
      topic: 'shop / test',
      text: '**Pipeline building**: shop / test\n- **Commit**: [`40f0a7ef224`](https://gh/shop/commit/40f0a7ef224) on branch `main`\n- **Started**: 10:00',
    },
    {
      what: 'the jobs of a stage that failed',
      body: gocd({
        state: 'Failed',
        result: 'Failed',
        'last-transition-time': '10:05',
        jobs: [
          { name: 'unit', result: 'Passed' },
          { name: 'ui', result: 'Failed' },
          { name: 'lint', result: 'Passed' },
        ],
      }),
      text:
        ':red_circle: **Build failed**: shop / test\n' +
        '- **Commit**: [`40f0a7ef224`](https://gh/shop/commit/40f0a7ef224) on branch `main`\n' +
        '- **Started**: 10:00\n- **Finished**: 10:05\n- **Passed**: `unit`, `lint`\n- **Failed**: `ui`',
    },
  ],
})
