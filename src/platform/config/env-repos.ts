import { z } from 'zod'
import { envDocs } from './env-docs.ts'

/** The variables of mirrored repositories. */
export const repoVariables = {
  MIRRORS_DIR: z.string().default('var/mirrors').register(envDocs, {
    about:
      'Folder of the mirrored repositories. All web and worker processes of one installation must share it, unless there are git nodes.',
  }),
  GIT_NODE_SECRET: z.string().min(16).optional().register(envDocs, {
    about:
      'Secret of the git nodes (`codeshelf git-node`), which hold the mirrors on their own disks. All processes need the same one. At least 16 characters. Without it all processes share one `MIRRORS_DIR`.',
    secret: true,
    example: 'at-least-sixteen-characters',
  }),
  GIT_NODE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .transform((url) => url?.replace(/\/+$/, ''))
    .register(envDocs, {
      about:
        'Address at which the other processes reach this git node, for example `http://10.0.0.5:8090`. A web process on the same disk may have it too, and then reads that disk directly.',
    }),
  ZOEKT_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .transform((url) => url?.replace(/\/+$/, ''))
    .register(envDocs, {
      about:
        'Address of `zoekt-webserver -rpc`, the code index that searches repositories. It has no password: only Codeshelf may reach it. Without it `git grep` searches, which is slow in large repositories.',
      example: 'http://127.0.0.1:6070',
    }),
  ZOEKT_INDEX: z.string().optional().register(envDocs, {
    about:
      'Folder that this `zoekt-webserver` serves. The process that syncs mirrors writes it after each sync: the worker, or the git nodes, which all need the same folder. It grows to about three times the text of all repositories. Needs ZOEKT_URL.',
    example: '/var/lib/codeshelf/code-index',
  }),
  ZOEKT_GIT_INDEX: z.string().default('zoekt-git-index').register(envDocs, {
    about: 'The program that writes the index: a path, or a name in PATH.',
  }),
  REPO_HOSTS: z
    .string()
    .default('github.com,gitlab.com,codeberg.org')
    .transform((list) => list.split(',').filter((host) => host !== ''))
    .register(envDocs, { about: 'Hosts whose repositories may be mirrored (over https), separated by commas.' }),
  REPO_MAX_MB: z.coerce.number().int().min(1).default(1024).register(envDocs, {
    about: 'Maximum size of one mirror with its history, in MiB.',
  }),
  REPO_MAX_FILES: z.coerce.number().int().min(1).default(200_000).register(envDocs, {
    about: 'Maximum number of files in one repository.',
  }),
  REPO_SYNC_SECONDS: z.coerce.number().int().min(1).default(900).register(envDocs, {
    about: 'Time limit of one sync, in seconds.',
  }),
  REPO_SYNC_HOURS: z.coerce.number().min(0.01).default(6).register(envDocs, {
    about: 'Hours between two automatic syncs of a mirror.',
  }),
  REPOS_UPLOAD: z.enum(['on', 'off']).default('off').register(envDocs, {
    about:
      '`on` lets people push a file back to its repository. They enter an access token of that host each time, and it is not stored.',
  }),
  REPO_TEST_HOSTS: z.stringbool().default(false).register(envDocs, {
    about: 'For tests only, rejected in production: allows repositories with plain http on loopback.',
  }),
}
