import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as batch from 'kubernetes-models/batch/v1';
import * as apps from 'kubernetes-models/apps/v1';
import * as core from 'kubernetes-models/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import { parseAllDocuments } from 'yaml';
import { findProgram } from './deploy/programs.ts';
import { root } from './support/process.ts';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
}
type Kind = new (manifest: never) => { validate(): void };

const folder = join(root, 'deploy/kubernetes');
/** Modules of Kubernetes' published schemas by the `apiVersion` of a manifest. */
const schemas: Readonly<Record<string, object>> = {
  v1: core,
  'apps/v1': apps,
  'batch/v1': batch,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
};
const moduleOf = (apiVersion: string): string => `kubernetes-models/${apiVersion}`;

const readAll = (text: string): Manifest[] =>
  parseAllDocuments(text).map((document) => document.toJS() as Manifest);

/** Finds wrong values by the schemas, and unknown fields by the types made from them, because schemas allow these. */
function findFaults(manifests: readonly Manifest[]): string[] {
  const wrong = manifests.flatMap((manifest) => {
    const Schema = (schemas[manifest.apiVersion] as Record<string, Kind> | undefined)?.[manifest.kind];
    if (!Schema) return [`${manifest.apiVersion} ${manifest.kind} has no schema`];
    try {
      new Schema(manifest as never).validate();
      return [];
    } catch (error) {
      return [`${manifest.kind} ${manifest.metadata.name}: ${String(error)}`];
    }
  });
  return [...wrong, ...findUnknownFields(manifests)];
}

function findUnknownFields(manifests: readonly Manifest[]): string[] {
  const typed = manifests.map(
    (manifest, index) =>
      `import type { I${manifest.kind} as T${index} } from '${moduleOf(manifest.apiVersion)}';
export const m${index}: T${index} = ${JSON.stringify(manifest)};\n`,
  );
  // Below the checkout, so that the types are found.
  const directory = mkdtempSync(join(root, 'node_modules/.cache/praca-manifests-'));
  try {
    const path = join(directory, 'manifests.ts');
    writeFileSync(path, typed.join(''));
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', 'node'];
    const { stdout } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/.bin/tsc'), '--ignoreConfig', ...options, path],
      { encoding: 'utf8', cwd: root },
    );
    return stdout.split('\n').filter((line) => line.includes('error TS'));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const whole = globSync('{base,server,overlays/*}/*.yaml', { cwd: folder })
  .filter((path) => !path.endsWith('kustomization.yaml'))
  .flatMap((path) => readAll(readFileSync(join(folder, path), 'utf8')));

test('the manifests have no unknown field and no wrong value', () => {
  assert.ok(whole.length >= 7);
  assert.deepEqual(findFaults(whole), []);
});

test('finds an unknown field and a wrong value', () => {
  const deployment = whole.find(({ kind }) => kind === 'Deployment');
  assert.ok(deployment);
  const spec = (deployment as unknown as { spec: object }).spec;
  assert.match(
    findFaults([{ ...deployment, spec: { ...spec, replica: 2 } } as Manifest]).join(),
    /"replica"' does not exist/,
  );
  const { length } = findFaults([{ ...deployment, spec: { ...spec, replicas: 'two' } } as Manifest]);
  assert.ok(length >= 2, 'the schema and the type both refuse it');
});

test('no ingress writes a log, which would contain the tokens in queries', () => {
  const ingresses = whole.filter(({ kind }) => kind === 'Ingress');
  assert.ok(ingresses.length > 0);
  for (const { metadata } of ingresses)
    assert.equal(metadata.annotations?.['nginx.ingress.kubernetes.io/enable-access-log'], 'false');
});

const kustomize = [
  { program: findProgram('kubectl'), words: ['kustomize'] },
  { program: findProgram('kustomize'), words: ['build'] },
].find(({ program }) => program !== undefined);

for (const [overlay, deployments] of [
  ['together', ['praca']],
  ['apart', ['praca', 'praca-accounts', 'praca-merchant', 'praca-social']],
] as const)
  test(
    `kustomize builds the overlay ${overlay}: two replicas and a disruption budget each, one migration`,
    { skip: kustomize === undefined && 'there is no kubectl or kustomize' },
    () => {
      const { program = '', words = [] } = kustomize ?? {};
      const built = spawnSync(program, [...words, join(folder, 'overlays', overlay)], { encoding: 'utf8' });
      assert.equal(built.status, 0, built.stderr);
      const manifests = readAll(built.stdout);
      assert.deepEqual(findFaults(manifests), []);
      const namesOf = (wanted: string): string[] =>
        manifests
          .filter(({ kind }) => kind === wanted)
          .map(({ metadata }) => metadata.name)
          .toSorted();
      for (const kind of ['Deployment', 'Service', 'PodDisruptionBudget'])
        assert.deepEqual(namesOf(kind), [...deployments], kind);
      assert.deepEqual(namesOf('Job'), ['praca-migrate']);
      for (const manifest of manifests.filter(({ kind }) => kind === 'Deployment'))
        assert.equal((manifest as unknown as { spec: { replicas: number } }).spec.replicas, 2);
    },
  );
