-- learn
START TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY;
SELECT 'credence' AS feature, '' AS class, 'crc32:5feb9060' AS level, 'begin' AS statistic, CAST(COALESCE(1, 0) AS VARCHAR(4000)) AS value;
WITH cells_ AS (SELECT CASE WHEN CAST(source."kind" AS VARCHAR(4000)) IN ('?', '', 'NA', 'N/A', 'NaN', 'nan', 'NULL', 'null') THEN NULL ELSE CAST(source."kind" AS VARCHAR(4000)) END AS y, CASE WHEN 1 = 0 THEN 1 ELSE 0 END AS r FROM "VISITS" AS source)
SELECT '' AS feature, y AS class, '' AS level, 'rows' AS statistic, CAST(COALESCE(SUM(1), 0) AS VARCHAR(4000)) AS value FROM cells_ WHERE y IS NOT NULL GROUP BY y
UNION ALL SELECT '' AS feature, y AS class, '' AS level, 'table_rows' AS statistic, CAST(COALESCE(COUNT(*), 0) AS VARCHAR(4000)) AS value FROM cells_ WHERE y IS NOT NULL GROUP BY y
UNION ALL SELECT '' AS feature, '' AS class, '' AS level, 'skipped_rows' AS statistic, CAST(COALESCE(SUM(CASE WHEN y IS NOT NULL THEN 0 ELSE 1 END), 0) AS VARCHAR(4000)) AS value FROM cells_
UNION ALL SELECT '' AS feature, '' AS class, '' AS level, 'refused' AS statistic, CAST(COALESCE(SUM(r), 0) AS VARCHAR(4000)) AS value FROM cells_
UNION ALL SELECT '' AS feature, '' AS class, '' AS level, 'refused_weights' AS statistic, CAST(COALESCE(SUM(0), 0) AS VARCHAR(4000)) AS value FROM cells_;
WITH raw_ AS (SELECT CASE WHEN CAST(source."kind" AS VARCHAR(4000)) IN ('?', '', 'NA', 'N/A', 'NaN', 'nan', 'NULL', 'null') THEN NULL ELSE CAST(source."kind" AS VARCHAR(4000)) END AS y, CASE WHEN CASE WHEN CAST(source."colour" AS VARCHAR(4000)) IN ('?', '', 'NA', 'N/A', 'NaN', 'nan', 'NULL', 'null') THEN NULL ELSE CAST(source."colour" AS VARCHAR(4000)) END IS NULL THEN NULL WHEN CASE WHEN CAST(source."colour" AS VARCHAR(4000)) IN ('?', '', 'NA', 'N/A', 'NaN', 'nan', 'NULL', 'null') THEN NULL ELSE CAST(source."colour" AS VARCHAR(4000)) END IN ('red', 'rest') THEN CASE WHEN CAST(source."colour" AS VARCHAR(4000)) IN ('?', '', 'NA', 'N/A', 'NaN', 'nan', 'NULL', 'null') THEN NULL ELSE CAST(source."colour" AS VARCHAR(4000)) END ELSE 'rest' END AS x, CASE WHEN 1 = 0 THEN 1 ELSE 0 END AS r FROM "VISITS" AS source),
cells_ AS (SELECT y, x, r FROM raw_ WHERE y IS NOT NULL)
SELECT 'colour' AS feature, y AS class, x AS level, 'counts' AS statistic, CAST(COALESCE(SUM(1), 0) AS VARCHAR(4000)) AS value FROM cells_ WHERE x IS NOT NULL GROUP BY y, x
UNION ALL SELECT 'colour' AS feature, y AS class, '' AS level, 'levels' AS statistic, CAST(COALESCE(COUNT(DISTINCT x), 0) AS VARCHAR(4000)) AS value FROM cells_ GROUP BY y
UNION ALL SELECT 'colour' AS feature, y AS class, '' AS level, 'cells' AS statistic, CAST(COALESCE(SUM(CASE WHEN x IS NULL THEN 0 ELSE 1 END), 0) AS VARCHAR(4000)) AS value FROM cells_ GROUP BY y
UNION ALL SELECT 'colour' AS feature, y AS class, '' AS level, 'refused' AS statistic, CAST(COALESCE(SUM(r), 0) AS VARCHAR(4000)) AS value FROM cells_ GROUP BY y;
WITH raw_ AS (SELECT CASE WHEN CAST(source."kind" AS VARCHAR(4000)) IN ('?', '', 'NA', 'N/A', 'NaN', 'nan', 'NULL', 'null') THEN NULL ELSE CAST(source."kind" AS VARCHAR(4000)) END AS y, CAST(source."size" AS DOUBLE PRECISION) AS v1 FROM "VISITS" AS source),
cells_ AS (SELECT y, CASE WHEN v1 >= (-1.7976931348623157e+308) AND v1 <= 1.7976931348623157e+308 THEN v1 END AS x2, CASE WHEN v1 IS NULL OR (v1 >= (-1.7976931348623157e+308) AND v1 <= 1.7976931348623157e+308) THEN 0 ELSE 1 END AS r3 FROM raw_ WHERE y IS NOT NULL),
seen_ AS (SELECT cells_.* FROM cells_),
one_ AS (SELECT y, COUNT(x2) AS a4, AVG(x2) AS a5, MIN(x2) AS a6, MAX(x2) AS a7, SUM(r3) AS a10 FROM seen_ GROUP BY y),
two_ AS (SELECT seen_.y AS y, SUM((seen_.x2 - one_.a5)) AS b8, SUM((((seen_.x2 - one_.a5)) * ((seen_.x2 - one_.a5)))) AS b9 FROM seen_ JOIN one_ ON seen_.y = one_.y GROUP BY seen_.y)
SELECT 'size' AS feature, y AS class, '' AS level, 'count' AS statistic, CAST(COALESCE(a4, 0) AS VARCHAR(4000)) AS value FROM one_
UNION ALL SELECT 'size' AS feature, y AS class, '' AS level, 'centre' AS statistic, CAST(COALESCE(a5, 0) AS VARCHAR(4000)) AS value FROM one_
UNION ALL SELECT 'size' AS feature, y AS class, '' AS level, 'least' AS statistic, CAST(COALESCE(a6, 0) AS VARCHAR(4000)) AS value FROM one_
UNION ALL SELECT 'size' AS feature, y AS class, '' AS level, 'most' AS statistic, CAST(COALESCE(a7, 0) AS VARCHAR(4000)) AS value FROM one_
UNION ALL SELECT 'size' AS feature, y AS class, '' AS level, 'differences' AS statistic, CAST(COALESCE(b8, 0) AS VARCHAR(4000)) AS value FROM two_
UNION ALL SELECT 'size' AS feature, y AS class, '' AS level, 'squares' AS statistic, CAST(COALESCE(b9, 0) AS VARCHAR(4000)) AS value FROM two_
UNION ALL SELECT 'size' AS feature, y AS class, '' AS level, 'refused' AS statistic, CAST(COALESCE(a10, 0) AS VARCHAR(4000)) AS value FROM one_;
SELECT 'credence' AS feature, '' AS class, '' AS level, 'end' AS statistic, CAST(COALESCE(COUNT(*), 0) AS VARCHAR(4000)) AS value FROM "VISITS" AS source;
COMMIT;
-- predict
WITH cells_ AS (SELECT source."id" AS k0,
  CASE WHEN CASE WHEN CAST(source."colour" AS VARCHAR(4000)) IN ('?', '', 'NA', 'N/A', 'NaN', 'nan', 'NULL', 'null') THEN NULL ELSE CAST(source."colour" AS VARCHAR(4000)) END IS NULL THEN NULL WHEN CASE WHEN CAST(source."colour" AS VARCHAR(4000)) IN ('?', '', 'NA', 'N/A', 'NaN', 'nan', 'NULL', 'null') THEN NULL ELSE CAST(source."colour" AS VARCHAR(4000)) END IN ('red', 'rest') THEN CASE WHEN CAST(source."colour" AS VARCHAR(4000)) IN ('?', '', 'NA', 'N/A', 'NaN', 'nan', 'NULL', 'null') THEN NULL ELSE CAST(source."colour" AS VARCHAR(4000)) END ELSE 'rest' END AS c0_0,
  CAST(source."size" AS DOUBLE PRECISION) AS c1_0 FROM "VISITS" AS source),
numbers_ AS (SELECT cells_.*,
  CASE WHEN c1_0 IS NULL THEN NULL WHEN c1_0 >= (-1.7976931348623157e+308) AND c1_0 <= 1.7976931348623157e+308 THEN c1_0 ELSE CAST('a cell that the family of column ''size'' does not accept: ' || CAST(c1_0 AS VARCHAR(4000)) AS DOUBLE PRECISION) END AS x1_1 FROM cells_),
seen_ AS (SELECT numbers_.* FROM numbers_),
joints_ AS (SELECT k0, (-0.916290731874155e0)
    + CASE WHEN c0_0 IS NULL THEN 0e0 WHEN c0_0 = 'red' THEN (-0.40546510810816444e0) WHEN c0_0 = 'rest' THEN (-1.0986122886681098e0) ELSE 0e0 END
    + CASE WHEN x1_1 IS NULL THEN 0e0 ELSE (-0.25541281188299536e0) - 1.5e0 * CASE WHEN ABS(((x1_1 - 1.6666666666666665e0) / 0.4564354645876384e0)) > 1e+100 THEN 2e0 * LN(ABS(((x1_1 - 1.6666666666666665e0) / 0.4564354645876384e0))) - 0.6931471805599453e0 ELSE CASE WHEN 1e0 + (((((x1_1 - 1.6666666666666665e0) / 0.4564354645876384e0)) * (((x1_1 - 1.6666666666666665e0) / 0.4564354645876384e0))) / 2e0) = 1e0 THEN (((((x1_1 - 1.6666666666666665e0) / 0.4564354645876384e0)) * (((x1_1 - 1.6666666666666665e0) / 0.4564354645876384e0))) / 2e0) WHEN (((((x1_1 - 1.6666666666666665e0) / 0.4564354645876384e0)) * (((x1_1 - 1.6666666666666665e0) / 0.4564354645876384e0))) / 2e0) > 1e+16 THEN LN((((((x1_1 - 1.6666666666666665e0) / 0.4564354645876384e0)) * (((x1_1 - 1.6666666666666665e0) / 0.4564354645876384e0))) / 2e0)) ELSE (((((x1_1 - 1.6666666666666665e0) / 0.4564354645876384e0)) * (((x1_1 - 1.6666666666666665e0) / 0.4564354645876384e0))) / 2e0) * LN(1e0 + (((((x1_1 - 1.6666666666666665e0) / 0.4564354645876384e0)) * (((x1_1 - 1.6666666666666665e0) / 0.4564354645876384e0))) / 2e0)) / ((1e0 + (((((x1_1 - 1.6666666666666665e0) / 0.4564354645876384e0)) * (((x1_1 - 1.6666666666666665e0) / 0.4564354645876384e0))) / 2e0)) - 1e0) END END END AS j0, (-0.5108256237659907e0)
    + CASE WHEN c0_0 IS NULL THEN 0e0 WHEN c0_0 = 'red' THEN (-1.3862943611198906e0) WHEN c0_0 = 'rest' THEN (-0.2876820724517809e0) ELSE 0e0 END
    + CASE WHEN x1_1 IS NULL THEN 0e0 ELSE (-0.44537144529017625e0) - 2e0 * CASE WHEN ABS(((x1_1 - 1.9444444444444444e0) / 0.5737753105492469e0)) > 1e+100 THEN 2e0 * LN(ABS(((x1_1 - 1.9444444444444444e0) / 0.5737753105492469e0))) - 1.0986122886681098e0 ELSE CASE WHEN 1e0 + (((((x1_1 - 1.9444444444444444e0) / 0.5737753105492469e0)) * (((x1_1 - 1.9444444444444444e0) / 0.5737753105492469e0))) / 3e0) = 1e0 THEN (((((x1_1 - 1.9444444444444444e0) / 0.5737753105492469e0)) * (((x1_1 - 1.9444444444444444e0) / 0.5737753105492469e0))) / 3e0) WHEN (((((x1_1 - 1.9444444444444444e0) / 0.5737753105492469e0)) * (((x1_1 - 1.9444444444444444e0) / 0.5737753105492469e0))) / 3e0) > 1e+16 THEN LN((((((x1_1 - 1.9444444444444444e0) / 0.5737753105492469e0)) * (((x1_1 - 1.9444444444444444e0) / 0.5737753105492469e0))) / 3e0)) ELSE (((((x1_1 - 1.9444444444444444e0) / 0.5737753105492469e0)) * (((x1_1 - 1.9444444444444444e0) / 0.5737753105492469e0))) / 3e0) * LN(1e0 + (((((x1_1 - 1.9444444444444444e0) / 0.5737753105492469e0)) * (((x1_1 - 1.9444444444444444e0) / 0.5737753105492469e0))) / 3e0)) / ((1e0 + (((((x1_1 - 1.9444444444444444e0) / 0.5737753105492469e0)) * (((x1_1 - 1.9444444444444444e0) / 0.5737753105492469e0))) / 3e0)) - 1e0) END END END AS j1 FROM seen_),
best_of_ AS (SELECT k0, j0, j1, CASE WHEN j0 >= j1 THEN j0 ELSE j1 END AS best FROM joints_),
shares_ AS (SELECT k0, j0, j1, best, CASE WHEN (j0 - best) < -700 THEN 0e0 ELSE EXP((j0 - best)) END AS e0, CASE WHEN (j1 - best) < -700 THEN 0e0 ELSE EXP((j1 - best)) END AS e1 FROM best_of_),
totals_ AS (SELECT k0, j0, j1, best, e0, e1, e0 + e1 AS total FROM shares_)
SELECT k0 AS "id",
  CASE WHEN j0 = best THEN 'a' WHEN j1 = best THEN 'b' END AS "label",
  e0 / total AS "probability:a",
  e1 / total AS "probability:b"
FROM totals_;
