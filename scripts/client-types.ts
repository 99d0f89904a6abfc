/**
 * Writes the types of `@praca/client` from the OpenAPI documents of a running sandbox, whose address is the argument.
 */
import { writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { printApi, type Document } from './client-types/print-api.ts';

const services = ['merchant', 'accounts', 'social'] as const;

const address = argv[2] ?? 'http://127.0.0.1:8080';
for (const service of services) {
  const response = await fetch(`${address}/${service}/openapi.json`);
  if (!response.ok) throw new Error(`${service} answered ${response.status}`);
  const text = printApi(service, (await response.json()) as Document);
  const path = new URL(`../packages/client/src/generated/${service}.ts`, import.meta.url);
  writeFileSync(path, text);
  console.log(`${service}: ${text.length} characters`);
}
