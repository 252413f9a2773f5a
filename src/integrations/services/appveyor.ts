import { address, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

const eventData = one({
  projectName: text,
  buildVersion: text,
  status: text,
  buildUrl: address,
  commitUrl: address,
  commitId: text,
  commitMessage: text,
  committerName: text,
  started: text,
  finished: text,
})

export const appveyor = integration({
  title: 'Appveyor',
  display_name: 'AppVeyor',
  category: 'continuous-integration',
  setup: 'Project → Settings → Notifications → Add → Webhook.',
  reads: json,
  events: {
    message: on(one({ eventData }), ({ eventData: build }) => ({
      topic: build.projectName,
      content: [
        `[Build ${build.projectName} ${build.buildVersion} ${build.status}](${build.buildUrl}):`,
        `* **Commit**: [${build.commitId}: ${build.commitMessage}](${build.commitUrl}) by ${build.committerName}`,
        `* **Started**: ${build.started}`,
        `* **Finished**: ${build.finished}`,
      ].join('\n'),
    })),
  },
})
