import { parentPort, workerData } from 'node:worker_threads';

import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

import type { StrengthInput } from './passwords.ts';

const { password, words }: StrengthInput = workerData;
const { guessesLog10 } = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }).check(
  password,
  [...words],
);
parentPort?.postMessage(guessesLog10);
