import path from 'node:path'
import solid from 'vite-plugin-solid'
import { defineConfig } from 'vite'

/** Builds the web client into web/dist, which the Worker serves as static assets. */
export default defineConfig({
  root: import.meta.dirname,
  // Solid's own `template` assigns a string to innerHTML, which Trusted Types refuse.
  plugins: [solid({ solid: { moduleName: path.join(import.meta.dirname, 'look/trusted-dom.ts') } })],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // An inlined file would be a data: URL, which the content security policy refuses for fonts and scripts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // The client, and the scripts of the server's pages. Each of these is one file, whose address the server knows.
      input: {
        client: path.join(import.meta.dirname, 'index.html'),
        passkeys: path.join(import.meta.dirname, 'pages/passkeys.ts'),
        password: path.join(import.meta.dirname, 'pages/password.ts'),
      },
      output: {
        entryFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.includes('/web/pages/') ? 'pages/[name].js' : 'assets/[name]-[hash].js',
      },
    },
  },
})
